import { Alert, Anchor, Button, List, Stack, Text } from '@mantine/core';
import { ExternalLink, Info, TriangleAlert } from 'lucide-react';
import { Link } from 'wouter';
import type { OutputOf } from '../../../server/faces/app/contract.ts';
import { PUBLIC_ADDRESS_ADDRESS } from '../../routing/addresses.ts';
import { Snippet } from '../../components/snippet.tsx';

export type ClientGuideData = OutputOf<'account.client_config'>['items'][number];

/** How one program is connected: what to know before, what to do, what to copy. */
export function ClientGuide({ guide, canOpenUp }: { guide: ClientGuideData; canOpenUp: boolean }) {
  return (
    <Stack gap="lg" py="md">
      <Reach guide={guide} canOpenUp={canOpenUp} />
      <List type="ordered" spacing="xs">
        {guide.steps.map((step) => (
          <List.Item key={step}>{step}</List.Item>
        ))}
      </List>
      {guide.snippets.map(({ title, language, text }) =>
        language === 'link' ? (
          <Button
            key={title}
            component="a"
            href={text}
            variant="light"
            leftSection={<ExternalLink size={16} aria-hidden />}
            style={{ alignSelf: 'flex-start' }}
          >
            {title}
          </Button>
        ) : (
          <Snippet key={title} title={title} text={text} />
        ),
      )}
    </Stack>
  );
}

/** Whether the program can reach the address at all, before somebody follows steps that lead nowhere. */
function Reach({ guide: { reachable, note }, canOpenUp }: { guide: ClientGuideData; canOpenUp: boolean }) {
  if (note === '') return null;
  if (reachable) {
    return (
      <Alert variant="light" color="gray" icon={<Info aria-hidden />} title="On this computer only">
        {note}
      </Alert>
    );
  }
  return (
    <Alert
      variant="light"
      color="yellow"
      icon={<TriangleAlert aria-hidden />}
      title="This address cannot be reached from outside"
    >
      <Text size="sm">{note}</Text>
      {canOpenUp && (
        <Anchor component={Link} href={`~${PUBLIC_ADDRESS_ADDRESS}`} size="sm" c="inherit" underline="always">
          Set up a public address
        </Anchor>
      )}
    </Alert>
  );
}
