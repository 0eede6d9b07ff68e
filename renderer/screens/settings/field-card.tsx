import { Card } from '@mantine/core';
import type { ReactNode } from 'react';

/** A frame around fields. It has the page's own ground, from which fields stand out in dark colours too. */
export function FieldCard({ children }: { children: ReactNode }) {
  return (
    <Card withBorder padding="lg" bg="transparent">
      {children}
    </Card>
  );
}
