import {
  Button,
  Card,
  Grid,
  Group,
  Select,
  Stack,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useDeferredValue, useState, type FormEvent } from 'react';
import { Link } from 'wouter';
import type { DocumentType } from '../../../server/domain/document.ts';
import { Page } from '../../components/page.tsx';
import { MarkdownView } from '../../reading/markdown-view.tsx';
import { TYPE_NAME } from '../documents/names.ts';

export interface TemplateValues {
  name: string;
  description: string;
  type: DocumentType;
  tags: string[];
  scaffold: string;
}

/** The fields of a template, with a preview beside its text. What is allowed is for the server to say. */
export function TemplateForm({
  title,
  start,
  isSaving,
  backTo,
  onSave,
}: {
  title: string;
  start: TemplateValues;
  isSaving: boolean;
  backTo: string;
  onSave: (values: TemplateValues) => void;
}) {
  const [values, setValues] = useState<TemplateValues>(() => {
    const { name, description, type, tags, scaffold } = start;
    return { name, description, type, tags, scaffold };
  });
  const change = (changes: Partial<TemplateValues>) => setValues({ ...values, ...changes });
  const shown = useDeferredValue(values.scaffold);

  function submit(event: FormEvent): void {
    event.preventDefault();
    onSave(values);
  }

  return (
    <Page title={title} width={1200}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Details values={values} onChange={change} />
          <Grid gap="md">
            <Grid.Col span={{ base: 12, md: 6 }}>
              <Textarea
                label="Text"
                description="In Markdown. Guidance in italics tells writers what belongs where."
                autosize
                minRows={16}
                maxRows={32}
                required
                ff="monospace"
                value={values.scaffold}
                onChange={({ currentTarget }) => change({ scaffold: currentTarget.value })}
              />
            </Grid.Col>
            <Grid.Col span={{ base: 12, md: 6 }}>
              <Text size="sm" fw={500} mb={4}>
                Preview
              </Text>
              <Card withBorder padding="md" mih={200}>
                {shown.trim() === '' ? (
                  <Text c="dimmed">What you write appears here.</Text>
                ) : (
                  <MarkdownView content={shown} />
                )}
              </Card>
            </Grid.Col>
          </Grid>
          <Group justify="flex-end" gap="sm">
            <Button component={Link} href={backTo} variant="default">
              Cancel
            </Button>
            <Button type="submit" loading={isSaving}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Page>
  );
}

function Details({
  values,
  onChange,
}: {
  values: TemplateValues;
  onChange: (changes: Partial<TemplateValues>) => void;
}) {
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, sm: 6 }}>
        <TextInput
          label="Name"
          required
          value={values.name}
          onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
        />
      </Grid.Col>
      <Grid.Col span={{ base: 12, sm: 6 }}>
        <TextInput
          label="What it is for"
          value={values.description}
          onChange={({ currentTarget }) => onChange({ description: currentTarget.value })}
        />
      </Grid.Col>
      <Grid.Col span={{ base: 12, sm: 6 }}>
        <Select
          label="Type of the pages"
          allowDeselect={false}
          data={Object.entries(TYPE_NAME).map(([value, label]) => ({ value, label }))}
          value={values.type}
          onChange={(value) => isType(value) && onChange({ type: value })}
        />
      </Grid.Col>
      <Grid.Col span={{ base: 12, sm: 6 }}>
        <TagsInput
          label="Tags of the pages"
          placeholder={values.tags.length === 0 ? 'Type a tag and press Enter' : ''}
          value={values.tags}
          onChange={(tags) => onChange({ tags })}
        />
      </Grid.Col>
    </Grid>
  );
}

function isType(value: string | null): value is DocumentType {
  return value !== null && Object.hasOwn(TYPE_NAME, value);
}
