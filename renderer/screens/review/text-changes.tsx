import { Group, SegmentedControl, Stack, Title } from '@mantine/core';
import { useState } from 'react';
import { nestsTooDeep } from '../../../server/markdown/nesting.ts';
import { isTooHeavy } from '../../../server/markdown/weight.ts';
import type { ChangeRequest } from './change-request.ts';
import { RenderedDiff } from './rendered-diff.tsx';
import { TextDiff } from './text-diff.tsx';

interface Comparison {
  name: string;
  before: string;
  after: string;
}

type Form = 'rendered' | 'source';

/** What the request does to the text, as readers will see it and as source. */
export function TextChanges({ request, resolved }: { request: ChangeRequest; resolved: string | null }) {
  const comparisons = comparisonsOf(request, resolved);
  const [form, setForm] = useState<Form>('rendered');
  const [chosen, choose] = useState<string | null>(null);
  const comparison = comparisons.find(({ name }) => name === chosen) ?? comparisons[0];
  if (!comparison) return null;
  const { name, before, after } = comparison;
  const canRender = [before, after].every(isRenderable);
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h4">
          Text
        </Title>
        {canRender && (
          <SegmentedControl
            size="xs"
            aria-label="How to show the changes"
            value={form}
            onChange={setForm}
            data={[
              { value: 'rendered', label: 'As readers see it' },
              { value: 'source', label: 'Line by line' },
            ]}
          />
        )}
      </Group>
      {comparisons.length > 1 && (
        <SegmentedControl
          size="xs"
          maw="100%"
          style={{ alignSelf: 'flex-start' }}
          aria-label="Which changes to show"
          value={name}
          onChange={choose}
          data={comparisons.map((one) => one.name)}
        />
      )}
      {canRender && form === 'rendered' ? (
        <RenderedDiff before={before} after={after} documentId={request.document.id} />
      ) : (
        <TextDiff before={before} after={after} label={name} />
      )}
    </Stack>
  );
}

/** Longer or stranger texts would keep the page waiting; their lines are shown (security H3). */
const MOST_CHARACTERS = 200_000;

function isRenderable(text: string): boolean {
  return text.length <= MOST_CHARACTERS && !isTooHeavy(text) && !nestsTooDeep(text);
}

/** Base, live text and proposal against each other: all three once the page has moved on (decisions, "Change request"). */
function comparisonsOf(request: ChangeRequest, resolved: string | null): Comparison[] {
  const { base_content: base, current_content: current, content: proposed, merged } = request;
  if (proposed === null) return [];
  const asked = { name: 'What was proposed', before: base, after: proposed };
  if (current === null || !request.moved_on) return [asked];
  const outcome = request.text_conflicts === 0 ? merged : resolved;
  return [
    ...(outcome === null ? [] : [{ name: 'What approving does', before: current, after: outcome }]),
    asked,
    { name: 'What changed meanwhile', before: base, after: current },
  ];
}
