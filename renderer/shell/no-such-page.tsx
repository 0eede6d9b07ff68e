import { Button } from '@mantine/core';
import { Compass } from 'lucide-react';
import { EmptyState } from '../feedback/empty-state.tsx';

export function NoSuchPage() {
  return (
    <EmptyState
      icon={Compass}
      title="There is no such page"
      isWholePage
      actions={
        <Button component="a" href="#/" variant="light">
          Go to Home
        </Button>
      }
    >
      The address may be mistyped, or the page was moved.
    </EmptyState>
  );
}
