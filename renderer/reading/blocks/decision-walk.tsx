import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { Flag, RotateCcw, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { CodeBlock } from './code-block.tsx';
import styles from './decision-walk.module.css';

const stepSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('end'), text: z.string() }),
  z.object({
    kind: z.literal('ask'),
    question: z.string(),
    answers: z.array(z.object({ label: z.string(), target: z.string() })),
  }),
]);
const treeSchema = z.object({ start: z.string(), steps: z.array(z.tuple([z.string(), stepSchema])) });

interface Taken {
  name: string;
  question: string;
  label: string;
}

/** A decision tree, one question at a time; one that cannot be walked is shown as it was written. */
export function DecisionWalk({ source, tree }: { source: string; tree?: string }) {
  if (tree === undefined) {
    return (
      <>
        <Text size="sm" c="dimmed">
          This decision tree cannot be walked as it is written.
        </Text>
        <CodeBlock text={source}>
          <code>{source}</code>
        </CodeBlock>
      </>
    );
  }
  return <Walk key={tree} tree={treeSchema.parse(JSON.parse(tree))} />;
}

function Walk({ tree }: { tree: z.infer<typeof treeSchema> }) {
  const [taken, setTaken] = useState<Taken[]>([]);
  const [name, setName] = useState(tree.start);
  const step = tree.steps.find(([key]) => key === name)?.[1];
  if (!step) return null;
  const back = () => {
    const last = taken.at(-1);
    if (!last) return;
    setTaken(taken.slice(0, -1));
    setName(last.name);
  };
  const restart = () => {
    setTaken([]);
    setName(tree.start);
  };
  return (
    <Paper withBorder p="md" my="md" className={styles['walk']}>
      <Stack gap="sm">
        {taken.length > 0 && <Way taken={taken} />}
        <output>
          {step.kind === 'ask' ? (
            <Text fw={600}>{step.question}</Text>
          ) : (
            <Group gap={8} wrap="nowrap" align="flex-start">
              <Flag size={18} aria-hidden className={styles['flag']} />
              <Text fw={600}>{step.text}</Text>
            </Group>
          )}
        </output>
        {step.kind === 'ask' && (
          <Group gap="xs">
            {step.answers.map(({ label, target }) => (
              <Button
                key={`${name} ${label}`}
                variant="default"
                onClick={() => {
                  setTaken([...taken, { name, question: step.question, label }]);
                  setName(target);
                }}
              >
                {label}
              </Button>
            ))}
          </Group>
        )}
        {taken.length > 0 && (
          <Group gap="xs">
            <Button size="compact-sm" variant="subtle" leftSection={<Undo2 size={14} />} onClick={back}>
              Back
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              leftSection={<RotateCcw size={14} />}
              onClick={restart}
            >
              Start again
            </Button>
          </Group>
        )}
      </Stack>
    </Paper>
  );
}

function Way({ taken }: { taken: readonly Taken[] }) {
  return (
    <ol className={styles['way']}>
      {taken.map(({ name, question, label }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- loops come by the same step again
        <li key={`${index} ${name}`}>
          {question} <strong>{label}</strong>
        </li>
      ))}
    </ol>
  );
}
