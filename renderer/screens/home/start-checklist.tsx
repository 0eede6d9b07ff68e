import { Anchor, Button, Card, CloseButton, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { CircleCheck, CircleDashed } from 'lucide-react';
import { Link } from 'wouter';
import { useAction, useOperation } from '../../client/operations.ts';
import { announceFailure } from '../../feedback/announce.ts';
import {
  CONNECT_ADDRESS,
  FIRST_RUN_ADDRESS,
  IMPORT_ADDRESS,
  NEW_DOCUMENT_ADDRESS,
  PUBLIC_ADDRESS_ADDRESS,
} from '../../routing/addresses.ts';
import { isOffered } from '../../routing/offered-screens.ts';
import { useReader } from '../../shell/reader.tsx';
import { useAddress, useConnectedApps, useTokens } from './facts.ts';
import { Section } from './section.tsx';

interface Step {
  title: string;
  isDone: boolean;
  /** Where it is done, when the app has a screen for it. */
  href: string;
  /** Another way to have it done. */
  or?: { words: string; href: string };
}

/** What a new workspace still needs, until all is done or the owner has had enough of it. */
export function StartChecklist() {
  const firstRun = useOperation('first_run.read', {});
  const hide = useAction('first_run.update');
  const steps = useSteps();
  if (!firstRun.data || firstRun.data.is_over || !steps) return null;
  const { is_open: isOpen } = firstRun.data;
  if (!isOpen && steps.every(({ isDone }) => isDone)) return null;
  return (
    <Section
      title="Getting started"
      aside={
        <CloseButton
          size="sm"
          aria-label="Hide getting started"
          onClick={() => hide.mutate({ is_over: true }, { onError: announceFailure })}
        />
      }
    >
      <Card withBorder padding="md">
        <Stack gap="xs" align="flex-start">
          {steps.map((step) => (
            <StepLine key={step.title} step={step} />
          ))}
          {isOpen && (
            <Button component={Link} href={FIRST_RUN_ADDRESS} size="xs" mt="xs">
              Go on setting up
            </Button>
          )}
        </Stack>
      </Card>
    </Section>
  );
}

function useSteps(): readonly Step[] | undefined {
  const documents = useOperation('documents.list', { limit: 1 });
  const tokens = useTokens();
  const apps = useConnectedApps();
  const address = useAddress();
  if (!documents.data || !tokens.data || !apps.data || !address.data) return undefined;
  return [
    {
      title: 'Write the first page',
      isDone: documents.data.total > 0,
      href: NEW_DOCUMENT_ADDRESS,
      or: { words: 'import your notes', href: IMPORT_ADDRESS },
    },
    {
      title: 'Connect an assistant',
      // A script with a token is no assistant.
      isDone:
        apps.data.items.some((app) => app.last_used_at !== null) ||
        tokens.data.items.some((token) => token.connector_called_at !== null),
      href: CONNECT_ADDRESS,
    },
    {
      title: 'Reach it from your phone and from Claude',
      isDone: address.data.is_public,
      href: PUBLIC_ADDRESS_ADDRESS,
    },
  ];
}

function StepLine({ step: { title, isDone, href, or } }: { step: Step }) {
  const hasScreen = isOffered(useReader(), href);
  const Icon = isDone ? CircleCheck : CircleDashed;
  return (
    <Group gap="sm" wrap="nowrap">
      <Icon size={18} aria-hidden style={{ flex: 'none' }} />
      <VisuallyHidden>{isDone ? 'Done: ' : 'To do: '}</VisuallyHidden>
      {isDone || !hasScreen ? (
        <Text c={isDone ? 'dimmed' : undefined}>{title}</Text>
      ) : (
        <Text>
          <Anchor component={Link} href={href}>
            {title}
          </Anchor>
          {or && (
            <>
              {', or '}
              <Anchor component={Link} href={or.href} underline="always">
                {or.words}
              </Anchor>
            </>
          )}
        </Text>
      )}
    </Group>
  );
}
