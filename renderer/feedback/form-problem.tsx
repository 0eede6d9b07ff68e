import { Alert, Text } from '@mantine/core';
import type { FormProblems } from './form-problems.ts';

/** What was wrong with a form as a whole; nothing while nothing was. */
export function FormProblem({ of: { rest } }: { of: FormProblems }) {
  if (!rest) return null;
  return (
    <Alert color="red" variant="light" title={rest.message} role="alert">
      {rest.hint !== null && <Text size="sm">{rest.hint}</Text>}
    </Alert>
  );
}
