import { Modal, Radio, Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../client/operations.ts';
import { Form, FormActions } from '../../components/form.tsx';
import { announceDone } from '../../feedback/announce.ts';
import { FormProblem } from '../../feedback/form-problem.tsx';
import { formProblems } from '../../feedback/form-problems.ts';
import { slugFrom } from './slug-from.ts';
import type { Space } from './spaces.tsx';

const FIELDS = ['name', 'slug', 'description'];

/** Makes a space, or changes one. */
export function SpaceForm({ space, onClose }: { space?: Space; onClose: () => void }) {
  const [name, setName] = useState(space?.name ?? '');
  const [typedSlug, setSlug] = useState<string>();
  const [description, setDescription] = useState(space?.description ?? '');
  const [visibility, setVisibility] = useState<Space['visibility']>(space?.visibility ?? 'workspace');
  const create = useAction('spaces.create');
  const update = useAction('spaces.update');
  const { error, isPending } = space ? update : create;
  const problems = formProblems(error, FIELDS);
  const slug = space?.slug ?? typedSlug ?? slugFrom(name);
  const save = () => {
    const onSuccess = () => {
      announceDone(space ? `${name} is saved.` : `${name} is ready for its first page.`);
      onClose();
    };
    (space ? update : create).mutate({ slug, name, description, visibility }, { onSuccess });
  };
  return (
    <Modal opened onClose={onClose} title={space ? `Edit ${space.name}` : 'Create a space'}>
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
          label="Short name"
          description={
            space
              ? 'In addresses and file names. It stays as it is.'
              : 'In addresses and file names, for good.'
          }
          value={slug}
          onChange={(event) => setSlug(event.currentTarget.value)}
          error={problems.fields['slug']}
          readOnly={space !== undefined}
          required
        />
        <Textarea
          label="Description"
          description="What belongs here. Assistants read it when they choose a place."
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
          error={problems.fields['description']}
          autosize
          minRows={2}
        />
        <VisibilityChoice value={visibility} onChange={setVisibility} />
        <FormProblem of={problems} />
        <FormActions submit={space ? 'Save' : 'Create'} isPending={isPending} onCancel={onClose} />
      </Form>
    </Modal>
  );
}

function VisibilityChoice({
  value,
  onChange,
}: {
  value: Space['visibility'];
  onChange: (value: Space['visibility']) => void;
}) {
  return (
    <Radio.Group
      label="Who sees it"
      value={value}
      onChange={(chosen) => onChange(chosen === 'private' ? 'private' : 'workspace')}
    >
      <Stack gap="xs" mt="xs">
        <Radio
          value="workspace"
          label="Everybody in the workspace"
          description="As far as their role goes."
        />
        <Radio value="private" label="Only people you name, and admins" />
      </Stack>
    </Radio.Group>
  );
}
