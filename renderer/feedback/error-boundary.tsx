import { Component, type ReactNode } from 'react';
import { Failure } from './failure.tsx';

interface Props {
  /** Where the page is: going elsewhere gives the app another try. */
  place?: string;
  children: ReactNode;
}

interface State {
  error: Error | null;
  place: string | undefined;
}

/** Keeps a fault of one page from taking the whole app with it. React knows no other form for this than a class. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, place: this.props.place };

  static getDerivedStateFromError(error: Error): Partial<State> {
    return { error };
  }

  static getDerivedStateFromProps({ place }: Props, state: State): State | null {
    return place === state.place ? null : { error: null, place };
  }

  override render(): ReactNode {
    if (!this.state.error) return this.props.children;
    return <Failure error={this.state.error} onRetry={() => this.setState({ error: null })} />;
  }
}
