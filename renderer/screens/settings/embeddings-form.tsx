import { Button, Group, NumberInput, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { EmbeddingsProvider, EmbeddingsSetting } from '../../../server/domain/embeddings.ts';
import { useAction } from '../../client/operations.ts';
import { Form } from '../../components/form.tsx';
import { announceDone } from '../../feedback/announce.ts';
import { FormProblem } from '../../feedback/form-problem.tsx';
import { formProblems } from '../../feedback/form-problems.ts';

const KINDS = [
  { value: 'off', label: 'Off: search by words only' },
  { value: 'ollama', label: 'Ollama' },
  { value: 'openai', label: 'OpenAI, or a service that speaks its protocol' },
];
type Kind = 'off' | 'ollama' | 'openai';

/** What the fields begin with when a service is chosen for the first time. */
const USUAL: Readonly<Record<Exclude<Kind, 'off'>, { url: string; model: string }>> = {
  ollama: { url: 'http://127.0.0.1:11434', model: 'nomic-embed-text' },
  openai: { url: 'https://api.openai.com/v1', model: 'text-embedding-3-small' },
};

const isKind = (value: string | null): value is Kind => KINDS.some((kind) => kind.value === value);

/** The service that makes vectors of texts. */
export function EmbeddingsForm({ embeddings }: { embeddings: EmbeddingsSetting }) {
  const [kind, setKind] = useState<Kind>(embeddings === 'off' ? 'off' : embeddings.kind);
  const [typed, setTyped] = useState<Omit<EmbeddingsProvider, 'kind'>>(
    embeddings === 'off' ? { url: '', model: '', dimensions: null } : embeddings,
  );
  const update = useAction('settings.update');
  const problems = formProblems(update.error, ['embeddings']);
  const wanted: EmbeddingsSetting = kind === 'off' ? 'off' : inOrder({ ...typed, kind });
  const isUnchanged =
    JSON.stringify(wanted) === JSON.stringify(embeddings === 'off' ? 'off' : inOrder(embeddings));
  const choose = (value: string | null) => {
    if (!isKind(value)) return;
    setKind(value);
    if (value !== 'off' && (embeddings === 'off' || embeddings.kind !== value))
      setTyped({ ...USUAL[value], dimensions: null });
  };
  const save = () =>
    update.mutate(
      { embeddings: wanted },
      {
        onSuccess: () =>
          announceDone(wanted === 'off' ? 'Search by meaning is off.' : 'Search by meaning is on.'),
      },
    );
  return (
    <Form onSubmit={save} maxWidth={480}>
      <Select
        label="Service"
        data={KINDS}
        value={kind}
        onChange={choose}
        allowDeselect={false}
        error={kind === 'off' ? problems.fields['embeddings'] : undefined}
      />
      {kind !== 'off' && (
        <>
          <TextInput
            label="Address"
            value={typed.url}
            onChange={(event) => setTyped({ ...typed, url: event.currentTarget.value })}
            error={problems.fields['embeddings']}
            required
          />
          <TextInput
            label="Model"
            value={typed.model}
            onChange={(event) => setTyped({ ...typed, model: event.currentTarget.value })}
            required
          />
          <NumberInput
            label="Numbers a vector"
            description="Leave it empty to take what the model gives."
            value={typed.dimensions ?? ''}
            onChange={(value) => setTyped({ ...typed, dimensions: value === '' ? null : Number(value) })}
            allowDecimal={false}
            hideControls
          />
        </>
      )}
      <FormProblem of={problems} />
      {!isUnchanged && (
        <Group>
          <Button type="submit" size="xs" loading={update.isPending}>
            Save
          </Button>
        </Group>
      )}
    </Form>
  );
}

function inOrder({ kind, url, model, dimensions }: EmbeddingsProvider): EmbeddingsSetting {
  return { kind, url, model, dimensions };
}
