import { Button } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { MonitorCheck } from 'lucide-react';
import { EmptyState } from '../feedback/empty-state.tsx';

/** In place of a screen that whoever runs the workspace has, at its computer. It asks the server nothing. */
export function OwnersOnly({ title }: { title: string }) {
  useDocumentTitle(`${title} · Commonplace`);
  return (
    <EmptyState
      icon={MonitorCheck}
      title="Only at the owner’s computer"
      isWholePage
      actions={
        <Button component="a" href="#/" variant="light">
          Go to Home
        </Button>
      }
    >
      “{title}” is for whoever runs this workspace, at the computer that it runs on. Ask them when something
      there should be different.
    </EmptyState>
  );
}
