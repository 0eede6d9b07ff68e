import { Card } from '@mantine/core';
import { useOperation } from '../../client/operations.ts';
import { Section } from '../../components/section.tsx';
import { Loaded } from '../../feedback/loaded.tsx';
import { MirrorForm } from './mirror-form.tsx';
import { MirrorState } from './mirror-state.tsx';

/** A folder that follows the workspace as plain Markdown files. */
export function MarkdownMirror() {
  const status = useOperation('markdown_mirror.status', {});
  return (
    <Section
      title="Markdown mirror"
      description="A folder that is always up to date with your pages as Markdown files, to read, copy, search or keep under version control. It goes one way: change pages here, not in the folder. What is changed there is set aside, not taken over; other files that you put there are left alone."
    >
      <Loaded query={status}>
        {(found) => (
          <Card withBorder padding="lg">
            {found.state === 'off' ? <MirrorForm submit="Keep a mirror" /> : <MirrorState status={found} />}
          </Card>
        )}
      </Loaded>
    </Section>
  );
}
