import { Badge, Text } from '@mantine/core';
import { When } from '../../components/when.tsx';
import { documentAddress, REVIEW_ADDRESS } from '../../routing/addresses.ts';
import { offeredScreens } from '../../routing/offered-screens.ts';
import { useReader } from '../../shell/reader.tsx';
import { useWaitingChanges } from './facts.ts';
import { LinkRow, RowList } from './row-list.tsx';
import { Section } from './section.tsx';

/** Changes that wait for a decision: this reader's to make, or their own. Nothing at all while nothing waits. */
export function WaitingReviews() {
  const reader = useReader();
  const { data } = useWaitingChanges();
  if (!data || data.total === 0) return null;
  const hasQueue = offeredScreens(reader).some(({ path }) => path === REVIEW_ADDRESS);
  return (
    <Section
      title="Waiting for review"
      aside={
        data.total > data.items.length && (
          <Text size="sm" c="dimmed">
            {data.items.length} of {data.total}
          </Text>
        )
      }
    >
      <RowList>
        {data.items.map(({ id, document, author, note, moved_on: movedOn, created_at: at }) => (
          <LinkRow
            key={id}
            href={hasQueue ? `${REVIEW_ADDRESS}/${id}` : documentAddress(document.id)}
            title={document.title}
            badge={
              movedOn && (
                <Badge variant="light" color="yellow" size="sm" flex="none">
                  Page changed since
                </Badge>
              )
            }
          >
            {author.id === reader.account.id ? 'You' : author.name}
            {author.client !== null && ` through ${author.client}`} · <When at={at} />
            {note !== '' && ` · ${note}`}
          </LinkRow>
        ))}
      </RowList>
    </Section>
  );
}
