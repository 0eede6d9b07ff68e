import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import type { SettingKey, Settings as SettingValues } from '../../../server/domain/settings.ts';
import { useOperation } from '../../client/operations.ts';
import { Page } from '../../components/page.tsx';
import { Section } from '../../components/section.tsx';
import { Loaded } from '../../feedback/loaded.tsx';
import {
  BACKUP_ADDRESS,
  DIAGNOSTICS_ADDRESS,
  FIRST_RUN_ADDRESS,
  PUBLIC_ADDRESS_ADDRESS,
} from '../../routing/addresses.ts';
import { isOffered } from '../../routing/offered-screens.ts';
import { useReader } from '../../shell/reader.tsx';
import { ComputerGroup } from './computer-group.tsx';
import { DesktopGroup } from './desktop-group.tsx';
import { EmbeddingsGroup } from './embeddings-group.tsx';
import { SearchGroup } from './search-group.tsx';
import { SETTING_GROUPS } from './setting-fields.ts';
import { SettingRow } from './setting-row.tsx';
import { FieldCard } from './field-card.tsx';

/** Everything that the owner can decide, one part a subject. Each field is saved by itself. */
export function Settings() {
  const settings = useOperation('settings.read', {});
  return (
    <Page title="Settings" description="Each change counts at once, unless it says otherwise." width={720}>
      <Loaded query={settings}>{(found) => <Groups settings={found} />}</Loaded>
    </Page>
  );
}

function Groups({ settings }: { settings: SettingValues }) {
  return (
    <Stack gap="xl">
      {SETTING_GROUPS.map(({ title, keys }) => (
        <SettingGroup key={title} title={title} keys={keys} settings={settings} />
      ))}
      <SearchGroup />
      <EmbeddingsGroup settings={settings} />
      <ComputerGroup settings={settings} />
      <DesktopGroup />
      <Elsewhere />
    </Stack>
  );
}

function SettingGroup({
  title,
  keys,
  settings,
}: {
  title: string;
  keys: readonly SettingKey[];
  settings: SettingValues;
}) {
  return (
    <Section title={title}>
      <FieldCard>
        <Stack gap="lg">
          {keys.map((key) => (
            <SettingRow key={key} name={key} settings={settings} />
          ))}
        </Stack>
      </FieldCard>
    </Section>
  );
}

/** A step of the first run, for those who skipped it. */
const SAMPLE_PAGES = {
  href: `${FIRST_RUN_ADDRESS}/sample`,
  title: 'Sample pages',
  text: 'Three short pages that show what a page can hold.',
};

/** What has a page of its own. */
function Elsewhere() {
  const reader = useReader();
  const pages = [
    { href: PUBLIC_ADDRESS_ADDRESS, title: 'Public address', text: 'How others reach the workspace.' },
    {
      href: BACKUP_ADDRESS,
      title: 'Backup and data',
      text: 'When backups are made, and where they are kept.',
    },
    { href: '/people', title: 'Spaces and people', text: 'Who may do what.' },
    {
      href: DIAGNOSTICS_ADDRESS,
      title: 'Diagnostics',
      text: 'Whether sign-in and assistants get through, and what to do where they do not.',
    },
  ].filter(({ href }) => isOffered(reader, href));
  return (
    <Section title="On pages of their own">
      <Stack gap="xs">
        {[...pages, SAMPLE_PAGES].map(({ href, title, text }) => (
          <Text key={href} size="sm">
            <Anchor component={Link} href={`~${href}`} inherit underline="always">
              {title}
            </Anchor>
            {': '}
            {text}
          </Text>
        ))}
      </Stack>
    </Section>
  );
}
