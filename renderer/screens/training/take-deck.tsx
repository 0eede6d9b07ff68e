import { Anchor, Button, Card, Group, Progress, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { Link } from 'wouter';
import type { OutputOf } from '../../../server/faces/app/contract.ts';
import { useAction, useOperation } from '../../client/operations.ts';
import { Page } from '../../components/page.tsx';
import { announceFailure } from '../../feedback/announce.ts';
import { Loaded } from '../../feedback/loaded.tsx';
import { MarkdownView } from '../../reading/markdown-view.tsx';
import { Question } from './question.tsx';
import { TakenResult } from './taken-result.tsx';

type Show = OutputOf<'training.take'>;
/** Numbers of the options that are held to be right, by question. */
type Answers = Readonly<Record<number, readonly number[]>>;

/** A training from its first slide to its result. */
export function TakeDeck({ id }: { id: string }) {
  const show = useOperation('training.take', { deck_id: id });
  return <Loaded query={show}>{(found) => <Taking show={found} />}</Loaded>;
}

function Taking({ show }: { show: Show }) {
  const { title, slides, pass_percent: pass } = show;
  const [at, setAt] = useState(0);
  const [answers, setAnswers] = useState<Answers>({});
  const submit = useAction('training.submit');
  const top = useRef<HTMLDivElement>(null);
  const slide = slides[at];
  const questions = slides.flatMap((one) => one.questions);
  const open = questions.filter(({ question }) => answers[question] === undefined);
  const isLast = at === slides.length - 1;

  function goTo(index: number): void {
    setAt(index);
    top.current?.focus();
  }

  function restart(): void {
    submit.reset();
    setAnswers({});
    goTo(0);
  }

  function hand(): void {
    const given = questions.map(({ question }) => ({ question, chosen: [...(answers[question] ?? [])] }));
    submit.mutate({ deck_id: show.deck_id, answers: given }, { onError: announceFailure });
  }

  if (submit.data)
    return (
      <Page title={title} width={760}>
        <TakenResult result={submit.data} slides={slides} onAgain={restart} />
      </Page>
    );
  if (!slide) return null;
  return (
    <Page
      title={title}
      width={760}
      {...(questions.length > 0 && {
        description: `${questions.length === 1 ? '1 question' : `${questions.length} questions`}, ${pass} % right to pass`,
      })}
      actions={
        <Anchor component={Link} href="/" size="sm">
          Leave
        </Anchor>
      }
    >
      <Stack gap="md">
        <Stack gap={4}>
          <Text size="sm" c="dimmed" aria-live="polite">
            Slide {at + 1} of {slides.length}
          </Text>
          <Progress value={((at + 1) / slides.length) * 100} aria-label="How far you are" />
        </Stack>
        <Card
          withBorder
          padding="lg"
          ref={top}
          tabIndex={-1}
          mih={280}
          component="section"
          aria-label={`Slide ${at + 1}`}
        >
          <MarkdownView key={at} content={slide.markdown} documentId={show.document_id} />
          <Stack gap="lg" mt={slide.questions.length > 0 ? 'lg' : 0}>
            {slide.questions.map((question) => (
              <Question
                key={question.question}
                question={question}
                chosen={answers[question.question]}
                onChoose={(chosen) => setAnswers({ ...answers, [question.question]: chosen })}
              />
            ))}
          </Stack>
        </Card>
        <Group justify="space-between">
          <Button variant="default" disabled={at === 0} onClick={() => goTo(at - 1)}>
            Back
          </Button>
          {isLast ? (
            <Group gap="sm">
              {open.length > 0 && (
                <Text size="sm" c="dimmed">
                  Not answered yet: {open.map(({ question }) => question).join(', ')}
                </Text>
              )}
              <Button disabled={open.length > 0} loading={submit.isPending} onClick={hand}>
                {questions.length === 0 ? 'I have read it' : 'Hand in'}
              </Button>
            </Group>
          ) : (
            <Button onClick={() => goTo(at + 1)}>Next</Button>
          )}
        </Group>
      </Stack>
    </Page>
  );
}
