import { Alert, Stack, Text } from '@mantine/core';
import { Info, RotateCw } from 'lucide-react';
import type { OutputOf } from '../../../server/faces/app/contract.ts';
import type { Settings } from '../../../server/domain/settings.ts';
import { useOperation } from '../../client/operations.ts';
import { Section } from '../../components/section.tsx';
import { Snippet } from '../../components/snippet.tsx';
import { StartAgain } from '../../components/start-again.tsx';
import { Loaded } from '../../feedback/loaded.tsx';
import { SettingRow } from './setting-row.tsx';
import { FieldCard } from './field-card.tsx';

type Place = OutputOf<'workspace.place'>;

/** Where the workspace lives on this computer, and where it listens. */
export function ComputerGroup({ settings }: { settings: Settings }) {
  const place = useOperation('workspace.place', {});
  return (
    <Section title="This computer">
      <FieldCard>
        <Loaded query={place}>{(found) => <Fields place={found} settings={settings} />}</Loaded>
      </FieldCard>
    </Section>
  );
}

function Fields({ place, settings }: { place: Place; settings: Settings }) {
  const decided = decidedAtStart(place);
  return (
    <Stack gap="lg">
      {decided !== null && (
        <Alert variant="light" color="gray" icon={<Info aria-hidden />}>
          {decided}
        </Alert>
      )}
      {place.is_port_moved && (
        <Alert variant="light" color="yellow" icon={<Info aria-hidden />}>
          Another program has port {settings.port}. Until the next start Commonplace answers at port{' '}
          {place.port}.
        </Alert>
      )}
      <SettingRow name="port" settings={settings} isFixed={place.is_port_given} />
      <SettingRow name="local_network" settings={settings} isFixed={place.is_host_given} />
      {place.needs_restart && <NeedsRestart />}
      <Snippet title="Folder of the workspace" text={place.data_folder} />
      <Text size="sm" c="dimmed">
        Commonplace {place.version}
      </Text>
    </Stack>
  );
}

function decidedAtStart({ is_port_given: port, is_host_given: host }: Place): string | null {
  if (!port && !host) return null;
  const what = port && host ? 'Port and network were' : port ? 'The port was' : 'The network was';
  return `${what} named when Commonplace was started, which wins over the setting.`;
}

function NeedsRestart() {
  return (
    <Alert
      variant="light"
      color="yellow"
      icon={<RotateCw aria-hidden />}
      title="This counts from the next start"
    >
      <Stack gap="sm" align="flex-start">
        <StartAgain />
      </Stack>
    </Alert>
  );
}
