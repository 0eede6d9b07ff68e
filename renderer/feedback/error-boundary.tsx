import { Component, type ReactNode } from 'react';
import { Failure } from './failure.tsx';

interface State {
  error: Error | null;
}

/** Keeps a fault of one page from taking the whole app with it. React knows no other form for this than a class. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: Error): State {
    return { error };
  }

  override render(): ReactNode {
    if (!this.state.error) return this.props.children;
    return <Failure error={this.state.error} onRetry={() => this.setState({ error: null })} />;
  }
}
