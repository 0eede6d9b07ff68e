import { Badge, Card, Tabs } from '@mantine/core';
import { GitPullRequestArrow } from 'lucide-react';
import { useState } from 'react';
import type { InputOf } from '../../../server/faces/app/contract.ts';
import { useOperation } from '../../client/operations.ts';
import { Page } from '../../components/page.tsx';
import { Pager } from '../../components/pager.tsx';
import { EmptyState } from '../../feedback/empty-state.tsx';
import { Loaded } from '../../feedback/loaded.tsx';
import { useReader } from '../../shell/reader.tsx';
import { RequestRow } from './request-row.tsx';

const VIEWS = {
  waiting: { title: 'To review', query: { as: 'reviewer', state: 'pending' } },
  approved: { title: 'Approved', query: { as: 'reviewer', state: 'approved' } },
  rejected: { title: 'Rejected', query: { as: 'reviewer', state: 'rejected' } },
  own: { title: 'Mine', query: { as: 'author' } },
} satisfies Record<string, { title: string; query: InputOf<'change_requests.list'> }>;

type View = keyof typeof VIEWS;
const SIZE = 50;

/** Changes that wait for somebody’s decision; those who decide nothing see their own. */
export function ReviewQueue() {
  const { role } = useReader().account;
  const isReviewer = role === 'approver' || role === 'admin';
  const [chosen, choose] = useState<View>('waiting');
  if (!isReviewer)
    return (
      <Page title="My change requests" description="What you sent in for review, newest first.">
        <Requests view="own" />
      </Page>
    );
  return (
    <Page title="Review queue" description="Changes that become part of a page once you approve them.">
      <Tabs value={chosen} onChange={(value) => isView(value) && choose(value)} keepMounted={false}>
        <Tabs.List mb="md">
          {Object.entries(VIEWS).map(([name, { title }]) => (
            <Tabs.Tab
              key={name}
              value={name}
              rightSection={name === 'waiting' ? <WaitingCount /> : undefined}
            >
              {title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={chosen}>
          <Requests key={chosen} view={chosen} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

function isView(value: string | null): value is View {
  return value !== null && Object.hasOwn(VIEWS, value);
}

function WaitingCount() {
  const waiting = useOperation('change_requests.list', { ...VIEWS.waiting.query, limit: 1 }).data?.total ?? 0;
  return waiting === 0 ? null : (
    <Badge size="sm" variant="light" circle={waiting < 10}>
      {waiting}
    </Badge>
  );
}

function Requests({ view }: { view: View }) {
  const [page, setPage] = useState(1);
  const requests = useOperation('change_requests.list', {
    ...VIEWS[view].query,
    limit: SIZE,
    offset: (page - 1) * SIZE,
  });
  return (
    <Loaded query={requests}>
      {({ items, total }) =>
        items.length === 0 ? (
          <Nothing view={view} />
        ) : (
          <>
            <Card withBorder padding={0}>
              {items.map((request) => (
                <RequestRow key={request.id} request={request} isOwn={view === 'own'} />
              ))}
            </Card>
            <Pager total={total} size={SIZE} page={page} onPage={setPage} />
          </>
        )
      }
    </Loaded>
  );
}

const NOTHING: Record<Exclude<View, 'waiting'>, { title: string; text: string }> = {
  approved: { title: 'Nothing approved yet', text: 'Changes that were approved are listed here.' },
  rejected: {
    title: 'Nothing rejected',
    text: 'Changes that were turned down are listed here, with the reason.',
  },
  own: {
    title: 'Nothing sent in',
    text: 'When you change a published page, or ask for a draft to be published, it waits here until an approver has looked at it.',
  },
};

function Nothing({ view }: { view: View }) {
  const isStrict = useReader().account.workspace.approval_mode === 'strict';
  if (view !== 'waiting')
    return (
      <EmptyState icon={GitPullRequestArrow} title={NOTHING[view].title}>
        {NOTHING[view].text}
      </EmptyState>
    );
  return (
    <EmptyState icon={GitPullRequestArrow} title="Nothing waits">
      {isStrict
        ? 'Strict mode is on: editors’ changes of published pages wait here for an approver.'
        : 'Strict mode is off: editors publish at once. Here wait only the changes of apps that have to ask first.'}
    </EmptyState>
  );
}
