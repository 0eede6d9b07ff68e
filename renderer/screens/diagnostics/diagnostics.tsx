import { Button, Group, Stack } from '@mantine/core';
import { RotateCw } from 'lucide-react';
import { useCallback, useEffect, useRef } from 'react';
import type { OutputOf } from '../../../server/faces/app/contract.ts';
import { useAction, useOperation } from '../../client/operations.ts';
import { Page } from '../../components/page.tsx';
import { announceFailure } from '../../feedback/announce.ts';
import { Loaded } from '../../feedback/loaded.tsx';
import { Attempts } from './attempts.tsx';
import { CopyReport } from './copy-report.tsx';
import { Findings } from './findings.tsx';
import { Overview } from './overview.tsx';
import { unexplained } from './words.ts';
import { YourData } from './your-data.tsx';

type Known = OutputOf<'diagnostics.read'>;

/** Goes the way of an assistant, and says what stands in its way. */
export function Diagnostics() {
  const known = useOperation('diagnostics.read', {});
  const { check, isPending } = useCheck(known.data);
  const isRunning = isPending || (known.data?.running ?? null) !== null;
  return (
    <Page
      title="Diagnostics"
      description="Connects as an assistant would, and says what stands in its way."
      width={860}
      actions={
        <Group gap="xs">
          <CopyReport isReady={known.data?.last !== null && !isRunning} />
          <Button leftSection={<RotateCw size={16} aria-hidden />} disabled={isRunning} onClick={check}>
            {isRunning ? 'Checking…' : 'Check again'}
          </Button>
        </Group>
      }
    >
      <Loaded query={known}>{(found) => <Results found={found} />}</Loaded>
    </Page>
  );
}

/** Checks when the page is opened for the first time, when asked to, and after an attempt to connect that broke off. */
function useCheck(known: Known | undefined): { check: () => void; isPending: boolean } {
  const { mutate, isPending } = useAction('diagnostics.run');
  const attempts = useOperation('diagnostics.attempts', {});
  const check = useCallback(() => mutate({}, { onError: announceFailure }), [mutate]);
  const reason = known && reasonToCheck(known, attempts.data?.items ?? []);
  const checkedFor = useRef<string>(undefined);
  useEffect(() => {
    if (reason === undefined || reason === null || checkedFor.current === reason) return;
    checkedFor.current = reason;
    check();
  }, [reason, check]);
  return { check, isPending };
}

type Attempts = OutputOf<'diagnostics.attempts'>['items'];

function reasonToCheck({ last, running }: Known, attempts: Attempts): string | null {
  if (running !== null) return null;
  return last === null ? 'the first time' : unexplained(attempts, last);
}

/** While a check goes on, the last one stays on the page: rows do not jump, and are replaced in one go. */
function Results({ found }: { found: Known }) {
  const shown = found.last ?? found.running;
  return (
    <Stack gap="xl">
      <YourData state={found.data} />
      <Overview found={found} />
      <Attempts found={found} />
      {shown && (
        <Findings
          rows={shown.rows}
          outdated={found.last && found.outdated}
          isWhole={found.data.damaged === 0 && found.data.read_only === null}
        />
      )}
    </Stack>
  );
}
