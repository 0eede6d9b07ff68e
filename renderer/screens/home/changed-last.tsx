import { Badge, Card, Text } from '@mantine/core';
import { useOperation } from '../../client/operations.ts';
import { When } from '../../components/when.tsx';
import { Loaded } from '../../feedback/loaded.tsx';
import { documentAddress } from '../../routing/addresses.ts';
import { LinkRow, RowList } from './row-list.tsx';
import { Section } from './section.tsx';

const SHOWN = 8;

/** The documents that were changed last, with who did it and through which app. */
export function ChangedLast() {
  const recent = useOperation('documents.list', { limit: SHOWN });
  return (
    <Section title="Changed last">
      <Loaded query={recent}>
        {({ items }) =>
          items.length === 0 ? (
            <Card withBorder>
              <Text c="dimmed">Nothing is written yet. Write the first page, or ask your assistant to.</Text>
            </Card>
          ) : (
            <RowList>
              {items.map(({ id, title, status, space, updated_by: by, updated_at: at }) => (
                <LinkRow
                  key={id}
                  href={documentAddress(id)}
                  title={title}
                  badge={
                    status === 'draft' && (
                      <Badge variant="light" size="sm" flex="none">
                        Draft
                      </Badge>
                    )
                  }
                >
                  {space} · {by.name}
                  {by.client !== null && ` through ${by.client}`} · <When at={at} />
                </LinkRow>
              ))}
            </RowList>
          )
        }
      </Loaded>
    </Section>
  );
}
