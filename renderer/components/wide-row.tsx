import type { ReactNode } from 'react';
import classes from './wide-row.module.css';

/** A line of a list: what it is about at its start, what can be done at its end, below each other where there is no room. */
export function WideRow({ children }: { children: ReactNode }) {
  return <li className={classes['row']}>{children}</li>;
}
