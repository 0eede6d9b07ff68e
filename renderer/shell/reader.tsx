import { createContext, useContext, type ReactNode } from 'react';
import type { Reader } from '../routing/screen.ts';

const ReaderContext = createContext<Reader | undefined>(undefined);

export function ReaderProvider({ reader, children }: { reader: Reader; children: ReactNode }) {
  return <ReaderContext value={reader}>{children}</ReaderContext>;
}

/**
 * Who looks at the app.
 *
 * @throws {Error} outside of the shell
 */
export function useReader(): Reader {
  const reader = useContext(ReaderContext);
  if (!reader) throw new Error('A page was rendered outside of the shell.');
  return reader;
}
