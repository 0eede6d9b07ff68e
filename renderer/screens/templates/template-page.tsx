import { Anchor, Button, Card, Group, Stack, Text } from '@mantine/core';
import { ArrowLeft } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { useAction, useOperation } from '../../client/operations.ts';
import { Page } from '../../components/page.tsx';
import { announceDone, announceFailure } from '../../feedback/announce.ts';
import { Loaded } from '../../feedback/loaded.tsx';
import { MarkdownView } from '../../reading/markdown-view.tsx';
import { useReader } from '../../shell/reader.tsx';
import { TYPE_NAME } from '../documents/names.ts';
import { TemplateActions } from './template-actions.tsx';
import { TemplateForm } from './template-form.tsx';
import { State } from './template-list.tsx';
import { isEditor, type Template } from './template.ts';

/** One template: as it looks, or its form. */
export function TemplatePage({ id, isEditing }: { id: string; isEditing: boolean }) {
  const canEdit = isEditor(useReader());
  const template = useOperation('templates.read', { template: id });
  return (
    <Loaded query={template}>
      {({ template: found }) =>
        isEditing && canEdit ? <Edited template={found} /> : <Shown template={found} canEdit={canEdit} />
      }
    </Loaded>
  );
}

function Shown({ template, canEdit }: { template: Template; canEdit: boolean }) {
  const { id, name, description, type, tags, scaffold } = template;
  return (
    <Page
      title={name}
      description={description}
      actions={
        canEdit && (
          <Group gap="xs">
            <Button component={Link} href={`/${id}/edit`}>
              Edit
            </Button>
            <TemplateActions template={template} />
          </Group>
        )
      }
    >
      <Stack gap="md">
        <Group justify="space-between" gap="xs">
          <Group gap="xs">
            <State template={template} />
            <Text size="sm" c="dimmed">
              {[TYPE_NAME[type], ...tags].join(' · ')}
            </Text>
          </Group>
          <Anchor component={Link} href="/" size="sm">
            <Group gap={4} component="span">
              <ArrowLeft size={14} aria-hidden />
              All templates
            </Group>
          </Anchor>
        </Group>
        <Card withBorder padding="lg">
          <MarkdownView content={scaffold} />
        </Card>
      </Stack>
    </Page>
  );
}

function Edited({ template }: { template: Template }) {
  const update = useAction('templates.update');
  const [, navigate] = useLocation();
  return (
    <TemplateForm
      title={`Edit “${template.name}”`}
      start={template}
      isSaving={update.isPending}
      backTo={`/${template.id}`}
      onSave={(values) =>
        update.mutate(
          { template: template.id, ...values },
          {
            onSuccess: () => {
              announceDone(`“${values.name}” is saved.`);
              navigate(`/${template.id}`);
            },
            onError: announceFailure,
          },
        )
      }
    />
  );
}
