import { useReading } from '../reading-context.ts';
import styles from './tick.module.css';

/** The box of a checklist's item. Ticks are the reader's own and never change the text (decisions, rich blocks). */
export function Tick({ item, checked }: { item: string; checked?: boolean }) {
  const { ticks } = useReading();
  return (
    <input
      type="checkbox"
      className={styles['tick']}
      checked={ticks.isTicked(item, checked === true)}
      onChange={({ currentTarget }) => ticks.tick(item, currentTarget.checked)}
    />
  );
}
