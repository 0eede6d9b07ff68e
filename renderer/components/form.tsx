import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';

/** Fields one below the other, sent by Enter or by the button at their end. */
export function Form({
  onSubmit,
  maxWidth,
  children,
}: {
  onSubmit: () => void;
  /** In pixels. */
  maxWidth?: number;
  children: ReactNode;
}) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Stack gap="md" {...(maxWidth !== undefined && { maw: maxWidth })}>
        {children}
      </Stack>
    </form>
  );
}

/** The end of a form in a dialog: back out, or go through with it. */
export function FormActions({
  submit,
  isPending = false,
  isDisabled = false,
  onCancel,
}: {
  /** What the button does, as its label. */
  submit: string;
  isPending?: boolean;
  isDisabled?: boolean;
  onCancel: () => void;
}) {
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" loading={isPending} disabled={isDisabled}>
        {submit}
      </Button>
    </Group>
  );
}
