import { Modal, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Form, FormActions } from '../../components/form.tsx';
import { readServer } from './plantuml-server.ts';

/** Asks who shall draw PlantUML diagrams for this reader, and says what that means. */
export function ChooseRenderServer({
  opened,
  onClose,
  onChoose,
}: {
  opened: boolean;
  onClose: () => void;
  onChoose: (server: string) => void;
}) {
  const [address, setAddress] = useState('');
  const [isWrong, setWrong] = useState(false);
  function choose() {
    const server = readServer(address);
    setWrong(server === undefined);
    if (server !== undefined) onChoose(server);
  }
  return (
    <Modal opened={opened} onClose={onClose} title="Choose a render server" centered>
      <Form onSubmit={choose}>
        <Text size="sm">
          The text of every PlantUML diagram that you open is sent to this server, which draws it. Choose one
          that you trust with your pages, best one of your own. The choice is kept in this browser.
        </Text>
        <TextInput
          label="Address"
          placeholder="http://localhost:8080"
          description="https, or http on this computer"
          value={address}
          onChange={({ currentTarget }) => setAddress(currentTarget.value)}
          error={isWrong && 'Write an address such as https://plantuml.example.com.'}
          data-autofocus
        />
        <FormActions submit="Draw diagrams there" onCancel={onClose} />
      </Form>
    </Modal>
  );
}
