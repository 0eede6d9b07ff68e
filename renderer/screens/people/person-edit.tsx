import { Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../client/operations.ts';
import { Form, FormActions } from '../../components/form.tsx';
import { announceDone } from '../../feedback/announce.ts';
import { FormProblem } from '../../feedback/form-problem.tsx';
import { formProblems } from '../../feedback/form-problems.ts';
import type { Person } from './people.tsx';

/** Changes a person's name and email. */
export function PersonEdit({ person, onClose }: { person: Person; onClose: () => void }) {
  const [name, setName] = useState(person.name);
  const [email, setEmail] = useState(person.email ?? '');
  const update = useAction('users.update');
  const problems = formProblems(update.error, ['name', 'email']);
  const save = () =>
    update.mutate(
      { username: person.username, name, email: email === '' ? null : email },
      {
        onSuccess: () => {
          announceDone(`${name} is saved.`);
          onClose();
        },
      },
    );
  return (
    <Modal opened onClose={onClose} title={`Edit ${person.name}`}>
      <Form onSubmit={save}>
        <TextInput
          label="Name"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={problems.fields['name']}
          data-autofocus
          required
        />
        <TextInput
          label="Email"
          type="email"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={problems.fields['email']}
        />
        <FormProblem of={problems} />
        <FormActions submit="Save" isPending={update.isPending} onCancel={onClose} />
      </Form>
    </Modal>
  );
}
