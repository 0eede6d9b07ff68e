import { Modal } from '@mantine/core';
import { useState } from 'react';
import type { OutputOf } from '../../../../server/faces/app/contract.ts';
import { NewTokenForm } from './new-token-form.tsx';
import { TokenSecret } from './token-secret.tsx';

/** Makes a token, then shows its secret, which is nowhere to be seen afterwards. */
export function NewToken({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [made, setMade] = useState<OutputOf<'tokens.create'>>();
  const finish = () => {
    setMade(undefined);
    onClose();
  };
  return (
    <Modal
      opened={isOpen}
      onClose={finish}
      title={made ? `Token “${made.token.name}”` : 'Create token'}
      size={made ? 'lg' : 'md'}
      // The secret is shown once: only the button that says so ends that.
      closeOnClickOutside={!made}
      closeOnEscape={!made}
      withCloseButton={!made}
    >
      {made ? (
        <TokenSecret secret={made.secret} onDone={finish} />
      ) : (
        <NewTokenForm onMade={setMade} onCancel={finish} />
      )}
    </Modal>
  );
}
