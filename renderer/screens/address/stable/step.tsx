import { Stack, Text, VisuallyHidden } from '@mantine/core';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import style from '../address.module.css';

/** One step of a guide: its number, or a tick once it is done. */
export function Step({
  number,
  title,
  isDone = false,
  children,
}: {
  number: number;
  title: string;
  isDone?: boolean;
  children: ReactNode;
}) {
  return (
    <li className={style['step']}>
      <span className={`${style['number']} ${isDone ? style['done'] : ''}`} aria-hidden>
        {isDone ? <Check size={16} /> : number}
      </span>
      <Stack gap="xs" pt={2}>
        <Text fw={600}>
          <VisuallyHidden>{isDone ? `Step ${number}, done: ` : `Step ${number}: `}</VisuallyHidden>
          {title}
        </Text>
        {children}
      </Stack>
    </li>
  );
}
