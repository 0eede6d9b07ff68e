import { Radio } from '@mantine/core';
import classes from './template-card.module.css';

/** Something to begin a page with. */
export function TemplateCard({
  name,
  description,
  isPicked,
  onPick,
}: {
  name: string;
  description: string;
  isPicked: boolean;
  onPick: () => void;
}) {
  return (
    <Radio
      name="begin-with"
      label={name}
      description={description}
      checked={isPicked}
      onChange={onPick}
      classNames={{ root: classes['card'] ?? '', label: classes['name'] ?? '' }}
    />
  );
}
