import { Checkbox, Radio, Stack } from '@mantine/core';
import { useId } from 'react';
import type { OutputOf } from '../../../server/faces/app/contract.ts';
import classes from './question.module.css';
import { MarkdownView } from '../../reading/markdown-view.tsx';

export type AskedQuestion = OutputOf<'training.take'>['slides'][number]['questions'][number];

/** One question with its options: one of them, or as many as are right. */
export function Question({
  question,
  chosen,
  onChoose,
}: {
  question: AskedQuestion;
  /** Numbers of the options; undefined until it is answered. */
  chosen: readonly number[] | undefined;
  onChoose: (chosen: readonly number[]) => void;
}) {
  const label = useId();
  const { question: number, prompt, options, several } = question;
  return (
    <Stack gap="xs" component="fieldset" className={classes['question'] ?? ''} aria-labelledby={label}>
      <div id={label}>
        <MarkdownView content={`**${number}.** ${prompt}${several ? ' *(several are right)*' : ''}`} />
      </div>
      {options.map(({ option, text }) => {
        const isChosen = chosen?.includes(option) ?? false;
        const shared = { label: <MarkdownView content={text} />, checked: isChosen };
        return several ? (
          <Checkbox key={option} {...shared} onChange={() => onChoose(toggled(chosen ?? [], option))} />
        ) : (
          <Radio key={option} name={label} {...shared} onChange={() => onChoose([option])} />
        );
      })}
    </Stack>
  );
}

function toggled(chosen: readonly number[], option: number): readonly number[] {
  return chosen.includes(option) ? chosen.filter((one) => one !== option) : [...chosen, option];
}
