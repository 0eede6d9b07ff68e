import { Button, Card, Group, List, Stack, Text, Title } from '@mantine/core';
import { CircleCheck, CircleX } from 'lucide-react';
import { Link } from 'wouter';
import type { OutputOf } from '../../../server/faces/app/contract.ts';

/** What came of an attempt. Which options are right is not told: the slides tell it. */
export function TakenResult({
  result,
  slides,
  onAgain,
}: {
  result: OutputOf<'training.submit'>;
  slides: OutputOf<'training.take'>['slides'];
  onAgain: () => void;
}) {
  const { passed, score_percent: score, pass_percent: pass, right, questions, results } = result;
  const wrong = new Set(results.filter((one) => !one.right).map(({ question }) => question));
  const Icon = passed ? CircleCheck : CircleX;
  return (
    <Card withBorder padding="xl" component="section" aria-label="Result" aria-live="polite">
      <Stack gap="md" align="center">
        <Icon size={48} strokeWidth={1.5} aria-hidden />
        <Title order={2} size="h3">
          {passed ? 'Passed' : 'Not passed yet'}
        </Title>
        {score !== null && (
          <Text ta="center">
            {right} of {questions} right: {score} %. {passed ? '' : `${pass} % are needed.`}
          </Text>
        )}
        {wrong.size > 0 && (
          <Stack gap={4}>
            <Text size="sm" fw={600}>
              Look again at
            </Text>
            <List size="sm">
              {slides
                .filter((slide) => slide.questions.some(({ question }) => wrong.has(question)))
                .map((slide) => (
                  <List.Item key={slide.questions[0]?.question}>
                    {slide.title ?? 'A slide without a heading'} (question{' '}
                    {slide.questions
                      .filter(({ question }) => wrong.has(question))
                      .map(({ question }) => question)
                      .join(', ')}
                    )
                  </List.Item>
                ))}
            </List>
          </Stack>
        )}
        <Group gap="sm">
          <Button variant={passed ? 'default' : 'filled'} onClick={onAgain}>
            {passed ? 'Take it again' : 'Try again'}
          </Button>
          <Button component={Link} href="/" variant={passed ? 'filled' : 'default'}>
            My trainings
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}
