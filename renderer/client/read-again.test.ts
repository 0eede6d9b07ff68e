import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readAgain } from './read-again.ts';

/** What is shown of a value at a server that answers only when it is told to, with what holds at the time of asking. */
function show(name: string, server: { value: string }, queries: QueryClient) {
  const answers: (() => void)[] = [];
  const observer = new QueryObserver(queries, {
    queryKey: [name],
    queryFn: () => {
      const { value } = server;
      return new Promise<string>((resolve) => answers.push(() => resolve(value)));
    },
  });
  onTestFinished(observer.subscribe(() => undefined));
  return {
    shown: () => observer.getCurrentResult().data,
    answer: () => answers.shift()?.(),
    asked: () => answers.length,
  };
}

describe('reading anew what has changed', () => {
  it('asks again for a first answer that was under way and may be from before the change', async () => {
    const queries = new QueryClient();
    const server = { value: 'before' };
    const page = show('pages', server, queries);
    server.value = 'after';
    const done = readAgain(queries);
    page.answer();
    await expect.poll(page.asked).toBe(1);
    page.answer();
    await done;
    expect(page.shown()).toBe('after');
  });

  it('asks once for what was there already, and not at all for what is not meant', async () => {
    const queries = new QueryClient();
    const server = { value: 'before' };
    const [page, other] = [show('pages', server, queries), show('people', server, queries)];
    for (const { answer } of [page, other]) answer();
    await expect.poll(() => [page.shown(), other.shown()]).toEqual(['before', 'before']);
    server.value = 'after';
    const done = readAgain(queries, ({ queryKey: [name] }) => name === 'pages');
    page.answer();
    await done;
    expect([page.shown(), page.asked()]).toEqual(['after', 0]);
    expect([other.shown(), other.asked()]).toEqual(['before', 0]);
  });
});
