import { Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Form, FormActions } from '../../components/form.tsx';
import { LookInside } from './look-inside.tsx';

/** Opens a backup that lies somewhere else on this computer, e.g. on another disk. */
export function OtherFile({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [path, setPath] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);

  function close(): void {
    setChosen(null);
    onClose();
  }

  if (chosen !== null) return <LookInside archive={chosen} isOpen={isOpen} onClose={close} />;
  return (
    <Modal opened={isOpen} onClose={close} title="Open another file">
      <Form onSubmit={() => path.trim() !== '' && setChosen(path.trim())}>
        <TextInput
          label="Backup file"
          description="Its whole path on this computer."
          placeholder="/media/disk/commonplace.zip"
          data-autofocus
          value={path}
          onChange={(event) => setPath(event.currentTarget.value)}
        />
        <FormActions submit="Look inside" isDisabled={path.trim() === ''} onCancel={close} />
      </Form>
    </Modal>
  );
}
