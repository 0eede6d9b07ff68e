import { VisuallyHidden } from '@mantine/core';
import { CircleCheck, CircleMinus, CircleX, TriangleAlert, type LucideIcon } from 'lucide-react';
import { STATUS_WORDS } from '../../../server/domain/diagnosis-report.ts';
import type { CheckStatus } from '../../../server/domain/diagnosis.ts';
import classes from './diagnostics.module.css';

const ICONS: Record<CheckStatus, LucideIcon> = {
  green: CircleCheck,
  amber: TriangleAlert,
  red: CircleX,
  skipped: CircleMinus,
};

/** Green, amber, red or grey: by colour, by shape, and in a word for those who hear the page. */
export function Light({ status, size = 20 }: { status: CheckStatus; size?: number }) {
  const Icon = ICONS[status];
  return (
    <span className={`${classes['light']} ${classes[status]}`}>
      <Icon size={size} aria-hidden />
      <VisuallyHidden>{STATUS_WORDS[status]}: </VisuallyHidden>
    </span>
  );
}
