import { Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { OutputOf } from '../../../../server/faces/app/contract.ts';
import { useAction } from '../../../client/operations.ts';
import { Form, FormActions } from '../../../components/form.tsx';
import { FormProblem } from '../../../feedback/form-problem.tsx';
import { formProblems } from '../../../feedback/form-problems.ts';
import { IN_A_YEAR, type Expiry } from './expiry.ts';
import { ExpiryChoice } from './expiry-choice.tsx';

export function NewTokenForm({
  onMade,
  onCancel,
}: {
  onMade: (made: OutputOf<'tokens.create'>) => void;
  onCancel: () => void;
}) {
  const [name, setName] = useState('');
  const [mayWrite, setMayWrite] = useState(true);
  const [expiry, setExpiry] = useState<Expiry>(IN_A_YEAR);
  const create = useAction('tokens.create');
  const problems = formProblems(create.error, ['name', 'expires_in_days']);
  const submit = () =>
    create.mutate(
      {
        name,
        scopes: mayWrite ? ['read', 'write'] : ['read'],
        expires_in_days: expiry.days,
        confirm_never: expiry.isNeverMeant,
      },
      { onSuccess: onMade },
    );
  return (
    <Form onSubmit={submit}>
      <TextInput
        label="Name"
        description="What it is for, so that you know it again."
        placeholder="Backup script"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={problems.fields['name']}
        data-autofocus
        required
      />
      <Switch
        label="Allow writes"
        description="It creates, edits and trashes pages as far as you may. Off: it only reads what you may read."
        checked={mayWrite}
        onChange={(event) => setMayWrite(event.currentTarget.checked)}
      />
      <ExpiryChoice expiry={expiry} onChange={setExpiry} problem={problems.fields['expires_in_days']} />
      <FormProblem of={problems} />
      <FormActions
        submit="Create token"
        isPending={create.isPending}
        isDisabled={expiry.days === null && !expiry.isNeverMeant}
        onCancel={onCancel}
      />
    </Form>
  );
}
