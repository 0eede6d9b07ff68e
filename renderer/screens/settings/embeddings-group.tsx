import { Stack, Text } from '@mantine/core';
import type { Settings } from '../../../server/domain/settings.ts';
import { useOperation } from '../../client/operations.ts';
import { Section } from '../../components/section.tsx';
import { EmbeddingsForm } from './embeddings-form.tsx';
import { EmbeddingsKey } from './embeddings-key.tsx';
import { semanticWords } from './semantic-words.ts';
import { FieldCard } from './field-card.tsx';

/** How far it is tells nobody by itself. */
const ASK_EVERY_MS = 2_000;

/** Whether search finds by meaning, and who helps with it. Off, no text leaves the computer. */
export function EmbeddingsGroup({ settings: { embeddings } }: { settings: Settings }) {
  const status = useOperation(
    'search.status',
    {},
    embeddings === 'off' ? {} : { refetchInterval: ASK_EVERY_MS },
  );
  const words = embeddings === 'off' || !status.data ? null : semanticWords(status.data.semantic);
  return (
    <Section title="Search by meaning">
      <FieldCard>
        <Stack gap="lg">
          <Text size="sm">
            Finds pages that say the same in other words. For that the text of every page, drafts too, is sent
            to the service that you choose; one on this computer, such as Ollama, keeps everything here.
          </Text>
          <EmbeddingsForm key={JSON.stringify(embeddings)} embeddings={embeddings} />
          {embeddings !== 'off' && <EmbeddingsKey provider={embeddings} />}
          {words !== null && (
            <Text component="output" size="sm" c="dimmed">
              {words}
            </Text>
          )}
        </Stack>
      </FieldCard>
    </Section>
  );
}
