import { Select, Stack, TagsInput, Textarea } from '@mantine/core';
import { documentTypeSchema, summarySchema } from '../../../server/domain/document.ts';
import { PlaceFields } from './place-fields.tsx';
import type { PageFields } from './page-fields.ts';

export const TYPE_WORDS: Record<PageFields['type'], string> = {
  knowledge: 'Knowledge',
  sop: 'Procedure (SOP)',
  technical: 'Technical',
  policy: 'Policy',
};

/** Everything about a page but its title and text. */
export function DetailsFields({
  fields,
  documentId,
  onChange,
}: {
  fields: PageFields;
  documentId: string;
  onChange: (fields: Partial<PageFields>) => void;
}) {
  const isSummaryRight = summarySchema.safeParse(fields.summary).success;
  return (
    <Stack gap="md">
      <Textarea
        label="Summary"
        description="One or two sentences, shown in lists and search."
        autosize
        minRows={2}
        maxRows={8}
        value={fields.summary}
        error={isSummaryRight ? undefined : 'Shorten the summary.'}
        onChange={(event) => onChange({ summary: event.currentTarget.value })}
      />
      <Select
        label="Type"
        data={documentTypeSchema.options.map((value) => ({ value, label: TYPE_WORDS[value] }))}
        value={fields.type}
        allowDeselect={false}
        onChange={(type) => type !== null && onChange({ type })}
      />
      <TagsInput
        label="Tags"
        placeholder={fields.tags.length === 0 ? 'Add a tag and press Enter' : ''}
        value={[...fields.tags]}
        onChange={(tags) => onChange({ tags })}
      />
      <PlaceFields
        place={fields}
        documentId={documentId}
        onChange={({ space, parent }) => onChange({ space, parent })}
      />
    </Stack>
  );
}
