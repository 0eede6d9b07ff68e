import { CircleAlert, Info, Lightbulb, OctagonAlert, TriangleAlert, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CalloutKind } from '../../../server/markdown/rich-block.ts';
import styles from './callout.module.css';

const LOOK: Record<CalloutKind, { label: string; icon: LucideIcon }> = {
  note: { label: 'Note', icon: Info },
  tip: { label: 'Tip', icon: Lightbulb },
  important: { label: 'Important', icon: CircleAlert },
  warning: { label: 'Warning', icon: TriangleAlert },
  caution: { label: 'Caution', icon: OctagonAlert },
};

/** A remark that is set apart; what kind it is stands in words, not in colour alone. */
export function Callout({
  kind,
  title,
  children,
}: {
  kind: CalloutKind;
  title?: string;
  children?: ReactNode;
}) {
  const { label, icon: Icon } = LOOK[kind];
  return (
    <div className={styles['callout']} data-kind={kind} role="note" aria-label={title ?? label}>
      <p className={styles['title']}>
        <Icon size={18} aria-hidden />
        {title ?? label}
      </p>
      {children}
    </div>
  );
}
