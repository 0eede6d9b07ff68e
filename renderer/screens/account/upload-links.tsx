import { Anchor, Stack, Text } from '@mantine/core';
import { Smartphone } from 'lucide-react';
import { Link } from 'wouter';
import { useOperation } from '../../client/operations.ts';
import { Section } from '../../components/section.tsx';
import { OPEN_LINKS_ANEW_MS, UploadLinkRow } from '../../components/upload-link-row.tsx';
import { EmptyState } from '../../feedback/empty-state.tsx';
import { Loaded } from '../../feedback/loaded.tsx';
import { documentAddress } from '../../routing/addresses.ts';
import { useReader } from '../../shell/reader.tsx';

/** A list answers no more at once; an hour rarely sees as many. */
const MOST = 100;

/** All open upload links that the reader may end: their own, and everybody's for an admin. */
export function UploadLinks() {
  const isAdmin = useReader().account.role === 'admin';
  const links = useOperation('upload_links.list', { limit: MOST }, { refetchInterval: OPEN_LINKS_ANEW_MS });
  return (
    <Section
      title="Open upload links"
      description={`Whoever has one can send one picture to its page within the hour, without signing in.${isAdmin ? ' As an admin you see everybody’s.' : ''}`}
    >
      <Loaded query={links}>
        {({ items, total }) =>
          total === 0 ? (
            <EmptyState icon={Smartphone} title="No open upload links">
              Make one on a page, under More: “Picture from a phone”. Assistants make them too, when they need
              a picture from you.
            </EmptyState>
          ) : (
            <div>
              <Stack component="ul" gap={0} m={0} p={0} style={{ listStyle: 'none' }}>
                {items.map((link) => (
                  <UploadLinkRow
                    key={link.id}
                    link={link}
                    title={
                      <Anchor component={Link} href={`~${documentAddress(link.document.id)}`} fw={550}>
                        {link.document.title}
                      </Anchor>
                    }
                  />
                ))}
              </Stack>
              {total > items.length && (
                <Text size="sm" c="dimmed">
                  These are the newest {items.length} of {total}.
                </Text>
              )}
            </div>
          )
        }
      </Loaded>
    </Section>
  );
}
