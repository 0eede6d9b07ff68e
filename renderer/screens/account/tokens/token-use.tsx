import { Code, Modal, Stack, Text } from '@mantine/core';
import { TOKEN_PLACEHOLDER } from '../../../../server/domain/client-config.ts';
import { TokenGuides } from './token-guides.tsx';

/** How a token that somebody has already is given to a program. */
export function TokenUse({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Use a token" size="lg">
      <Stack gap="lg">
        <Text size="sm">
          Put your token in place of <Code>{TOKEN_PLACEHOLDER}</Code>. It was shown once, when it was created;
          if it is lost, create another.
        </Text>
        <TokenGuides token={TOKEN_PLACEHOLDER} />
      </Stack>
    </Modal>
  );
}
