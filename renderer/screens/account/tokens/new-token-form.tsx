import { Checkbox, NativeSelect, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { OutputOf } from '../../../../server/faces/app/contract.ts';
import { useAction } from '../../../client/operations.ts';
import { Form, FormActions } from '../../../components/form.tsx';
import { FormProblem } from '../../../feedback/form-problem.tsx';
import { formProblems } from '../../../feedback/form-problems.ts';

const NEVER = 'never';
const EXPIRIES = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: NEVER, label: 'Never' },
];

export function NewTokenForm({
  onMade,
  onCancel,
}: {
  onMade: (made: OutputOf<'tokens.create'>) => void;
  onCancel: () => void;
}) {
  const [name, setName] = useState('');
  const [mayWrite, setMayWrite] = useState(false);
  const [expiry, setExpiry] = useState('365');
  const [isMeant, setMeant] = useState(false);
  const create = useAction('tokens.create');
  const problems = formProblems(create.error, ['name']);
  const submit = () =>
    create.mutate(
      {
        name,
        scopes: mayWrite ? ['read', 'write'] : ['read'],
        expires_in_days: expiry === NEVER ? null : Number(expiry),
        confirm_never: isMeant,
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
        description="Off: it reads what you may read, and changes nothing."
        checked={mayWrite}
        onChange={(event) => setMayWrite(event.currentTarget.checked)}
      />
      <NativeSelect
        label="Expires"
        data={EXPIRIES}
        value={expiry}
        onChange={(event) => setExpiry(event.currentTarget.value)}
      />
      {expiry === NEVER && (
        <Checkbox
          label="It stays good for whoever finds it, for ever. I want that."
          checked={isMeant}
          onChange={(event) => setMeant(event.currentTarget.checked)}
        />
      )}
      <FormProblem of={problems} />
      <FormActions
        submit="Create token"
        isPending={create.isPending}
        isDisabled={expiry === NEVER && !isMeant}
        onCancel={onCancel}
      />
    </Form>
  );
}
