import { Box, Center, Code, Paper, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../client/client.tsx';
import { Loaded } from '../../feedback/loaded.tsx';
import { WelcomeForm } from './welcome-form.tsx';

/** The first page of all: there is no workspace yet, and this makes it. */
export function Welcome() {
  useDocumentTitle('Welcome · Commonplace');
  const client = useClient();
  const facts = useQuery({ queryKey: ['setup'], queryFn: () => client.readSetup(), staleTime: Infinity });
  return (
    <Center mih="100dvh" p="md" component="main">
      <Box w="100%" maw={460}>
        <Stack gap="xs" align="center" mb="lg">
          <img src="./icon.svg" width={48} height={48} alt="" />
          <Title order={1} size="h2" ta="center">
            Welcome to Commonplace
          </Title>
          <Text c="dimmed" ta="center">
            Your pages, on your own computer, written by you and the assistants that you let in.
          </Text>
        </Stack>
        <Loaded query={facts}>
          {(found) => (
            <Paper withBorder p="lg" radius="lg">
              <WelcomeForm facts={found} />
              <Text size="sm" c="dimmed" mt="md">
                Everything will live in this folder:
              </Text>
              <Code block={false} style={{ overflowWrap: 'anywhere' }}>
                {found.data_folder}
              </Code>
            </Paper>
          )}
        </Loaded>
      </Box>
    </Center>
  );
}
