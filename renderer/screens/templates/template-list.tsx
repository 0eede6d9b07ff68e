import { Badge, Button, Card, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { LayoutTemplate, Plus } from 'lucide-react';
import { Link } from 'wouter';
import { useOperation } from '../../client/operations.ts';
import { Page } from '../../components/page.tsx';
import { EmptyState } from '../../feedback/empty-state.tsx';
import { Loaded } from '../../feedback/loaded.tsx';
import { useReader } from '../../shell/reader.tsx';
import { TYPE_NAME } from '../documents/names.ts';
import { isEditor, type Template } from './template.ts';

/** All templates; hidden ones for those who may show them again. */
export function TemplateList() {
  const canEdit = isEditor(useReader());
  const templates = useOperation('templates.list', { limit: 100, hidden: canEdit });
  return (
    <Page
      title="Templates"
      description="What a new page begins with: a structure, a type and tags. Assistants use them too."
      actions={
        canEdit && (
          <Button component={Link} href="/new" leftSection={<Plus size={16} aria-hidden />}>
            New template
          </Button>
        )
      }
    >
      <Loaded query={templates}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState icon={LayoutTemplate} title="No templates">
              All of them are hidden. An approver shows them again at the machine of the workspace.
            </EmptyState>
          ) : (
            <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="sm">
              {items.map((template) => (
                <TemplateCard key={template.id} template={template} />
              ))}
            </SimpleGrid>
          )
        }
      </Loaded>
    </Page>
  );
}

function TemplateCard({ template }: { template: Template }) {
  const { id, name, description, type, tags } = template;
  return (
    <Card component={Link} href={`/${id}`} withBorder padding="md">
      <Stack gap={6} h="100%">
        <Group justify="space-between" gap="xs" wrap="nowrap">
          <Text fw={600} truncate>
            {name}
          </Text>
          <State template={template} />
        </Group>
        <Text size="sm" c="dimmed" lineClamp={3} flex={1}>
          {description}
        </Text>
        <Text size="xs" c="dimmed">
          {[TYPE_NAME[type], ...tags].join(' · ')}
        </Text>
      </Stack>
    </Card>
  );
}

/** Whose template it is, and whether it is offered. */
export function State({ template }: { template: Template }) {
  const { hidden, changed, built_in: isBuiltIn } = template;
  const word = hidden ? 'Hidden' : changed ? 'Changed' : isBuiltIn ? null : 'Own';
  return word === null ? null : (
    <Badge variant="default" size="sm">
      {word}
    </Badge>
  );
}
