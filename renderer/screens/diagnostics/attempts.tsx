import { Anchor, Card, Group, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import type { CheckStatus } from '../../../server/domain/diagnosis.ts';
import type { OutputOf } from '../../../server/faces/app/contract.ts';
import { useOperation } from '../../client/operations.ts';
import { Section } from '../../components/section.tsx';
import { When } from '../../components/when.tsx';
import { Loaded } from '../../feedback/loaded.tsx';
import { CONNECT_ADDRESS } from '../../routing/addresses.ts';
import { AttemptCheckCard } from './attempt-check.tsx';
import classes from './diagnostics.module.css';
import { Light } from './light.tsx';
import { STEP_WORDS } from './step-words.ts';

type Attempt = OutputOf<'diagnostics.attempts'>['items'][number];

/** Steps are told at once; that nothing has followed for two minutes is seen by asking. */
const ASK_EVERY_MS = 10_000;
const SHOWN = 5;

/** Who is being connected, step by step, as it happens. */
export function Attempts({ found }: { found: OutputOf<'diagnostics.read'> }) {
  const attempts = useOperation('diagnostics.attempts', {}, { refetchInterval: ASK_EVERY_MS });
  return (
    <Section title="Connecting now" description="Assistants on their way in, as they come.">
      <AttemptCheckCard found={found} />
      <Loaded query={attempts}>
        {({ items }) =>
          items.length === 0 ? (
            <Text size="sm" c="dimmed">
              Nobody has tried to sign in since the program was started; those with a token have no need to.{' '}
              <Anchor component={Link} href={`~${CONNECT_ADDRESS}`} inherit underline="always">
                Connect an assistant
              </Anchor>{' '}
              and watch it here.
            </Text>
          ) : (
            <Card withBorder padding={0} component="ul" m={0} style={{ listStyle: 'none' }}>
              {items.slice(0, SHOWN).map((attempt) => (
                <AttemptRow key={attempt.id} attempt={attempt} />
              ))}
            </Card>
          )
        }
      </Loaded>
    </Section>
  );
}

const LIGHTS: Record<Attempt['state'], CheckStatus> = {
  connected: 'green',
  under_way: 'skipped',
  stalled: 'amber',
  failed: 'red',
};

function AttemptRow({ attempt }: { attempt: Attempt }) {
  const { state, sentence, hint, steps, started_at: at, ip } = attempt;
  return (
    <li className={classes['row']}>
      <Light status={LIGHTS[state]} />
      <div className={classes['words']}>
        <Stack gap={2}>
          <Text fw={600} size="sm">
            {sentence}
          </Text>
          <Group gap={6} component="ol" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Steps">
            {steps.map(({ step, at: when }, index) => (
              <Text key={`${step} ${when}`} component="li" size="xs" c="dimmed">
                {index > 0 && '› '}
                {STEP_WORDS[step]}
              </Text>
            ))}
          </Group>
          <Text size="xs" c="dimmed">
            <When at={at} />
            {ip !== null && `, from ${ip}`}
          </Text>
        </Stack>
        {hint !== null && (
          <Text size="sm" className={classes['fix'] ?? ''}>
            {hint}
          </Text>
        )}
      </div>
    </li>
  );
}
