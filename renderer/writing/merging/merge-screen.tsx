import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { GitMerge } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { Page } from '../../components/page.tsx';
import { When } from '../../components/when.tsx';
import { fieldsOf, type PageFields, type PageState } from '../editing/page-fields.ts';
import { ConflictCard } from './conflict-card.tsx';
import { FieldConflict } from './field-conflict.tsx';
import { LazyCompare } from './lazy-compare.tsx';
import { mergedPage, mergePage, undecided, type Decisions } from './merge-fields.ts';

/** Somebody saved the page while it was written here: both texts become one, and neither is lost. */
export function MergeScreen({
  base,
  theirs,
  mine,
  onMerged,
  onDiscard,
}: {
  base: PageState;
  theirs: PageState;
  mine: PageFields;
  onMerged: (fields: PageFields) => void;
  /** Goes on with their text alone. */
  onDiscard: () => void;
}) {
  const merge = useMemo(() => mergePage(fieldsOf(base), fieldsOf(theirs), mine), [base, theirs, mine]);
  const [decisions, setDecisions] = useState<Decisions>({
    passages: Array.from({ length: merge.conflicts.length }, () => undefined),
    fields: {},
  });
  const left = undecided(merge, decisions);
  const merged = useDeferredValue(mergedPage(merge, decisions));
  const them = theirs.updated_by.name;
  const { conflicts } = merge;
  const isClean = conflicts.length + merge.fields.length === 0;

  return (
    <Page title="Bring both changes together" description={theirs.title} width={1200}>
      <Stack gap="lg">
        <Alert icon={<GitMerge aria-hidden />} variant="light">
          {them}
          {theirs.updated_by.client !== null && ` (through ${theirs.updated_by.client})`} changed this page{' '}
          <When at={theirs.updated_at} />, while you were writing. Nothing was overwritten, and your text is
          safe.{' '}
          {isClean
            ? 'Both changes fit together.'
            : 'You both changed the same places: decide what becomes of each.'}
        </Alert>
        {merge.fields.map((name) => (
          <FieldConflict
            key={name}
            name={name}
            theirs={theirs[name]}
            mine={mine[name]}
            them={them}
            side={decisions.fields[name]}
            onChoose={(side) =>
              setDecisions((before) => ({ ...before, fields: { ...before.fields, [name]: side } }))
            }
          />
        ))}
        {conflicts.map((conflict, index) => (
          <ConflictCard
            // oxlint-disable-next-line react/no-array-index-key -- passages have no other name, and never move
            key={index}
            conflict={conflict}
            number={index + 1}
            them={them}
            choice={decisions.passages[index]}
            onChoose={(choice) =>
              setDecisions((before) => ({ ...before, passages: before.passages.with(index, choice) }))
            }
          />
        ))}
        <Group justify="flex-end">
          {left > 0 && (
            <Text size="sm" c="dimmed" component="output">
              {left === 1 ? 'One decision left' : `${left} decisions left`}
            </Text>
          )}
          <Button variant="default" onClick={onDiscard}>
            Use only their text
          </Button>
          <Button disabled={left > 0} onClick={() => onMerged(mergedPage(merge, decisions))}>
            Use the merged text
          </Button>
        </Group>
        <Stack gap="xs">
          <Title order={2} size="h4">
            Their text, and the merged one
          </Title>
          <LazyCompare
            before={theirs.content}
            after={merged.content}
            names={{ before: 'Their text', after: 'Merged text' }}
          />
        </Stack>
      </Stack>
    </Page>
  );
}
