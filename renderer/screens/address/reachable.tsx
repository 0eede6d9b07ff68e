import { List, Text } from '@mantine/core';
import { Section } from '../../components/section.tsx';

/** What becomes reachable with a public address, before somebody decides for one. */
export function Reachable() {
  return (
    <Section title="What becomes reachable">
      <List size="sm" spacing={6}>
        <List.Item>
          The sign-in page. Whoever signs in sees what they may see here, and nothing more.
        </List.Item>
        <List.Item>
          The connector for assistants and the API, for those whom somebody with an account has let in.
        </List.Item>
        <List.Item>Upload links that you hand out, for as long as they are good.</List.Item>
      </List>
      <Text size="sm">
        Settings, people, backups and this page stay on this computer, whatever you choose. Your texts stay
        stored here too; what is read and written from elsewhere passes through Cloudflare on its way, or
        through your own proxy.
      </Text>
    </Section>
  );
}
