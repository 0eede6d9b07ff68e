import { ActionIcon, Anchor, Group, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ChevronDown, ChevronUp, ListFilter } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'wouter';
import { When } from '../../components/when.tsx';
import { aboutWords } from './about-words.ts';
import { actionWords, viaWords } from './action-words.ts';
import type { AuditEntry } from './audit-filter.ts';
import classes from './audit-table.module.css';
import { EntryDetails } from './entry-details.tsx';
import { routeOf } from './entry-route.ts';
import { isRefused, resultWords } from './result-words.ts';

/** One entry, which opens to show everything that it holds. */
export function AuditRow({ entry, onSitting }: { entry: AuditEntry; onSitting: (sitting: string) => void }) {
  const [isOpen, { toggle }] = useDisclosure(false);
  const panel = useId();
  const { at, username, via, client } = entry;
  const Chevron = isOpen ? ChevronUp : ChevronDown;
  return (
    <>
      <Table.Tr className={classes['entry'] ?? ''}>
        <Table.Td className={classes['when'] ?? ''}>
          <When at={at} />
        </Table.Td>
        <Table.Td className={classes['who'] ?? ''}>{username ?? 'Commonplace'}</Table.Td>
        <Table.Td className={classes['through'] ?? ''}>
          {client === null ? viaWords(via) : `${client} · ${viaWords(via)}`}
        </Table.Td>
        <Table.Td className={classes['what'] ?? ''}>
          <What entry={entry} />
        </Table.Td>
        <Table.Td className={classes['about'] ?? ''}>
          <AboutEntry entry={entry} />
        </Table.Td>
        <Table.Td className={classes['sitting'] ?? ''}>
          <OfSitting entry={entry} onSitting={onSitting} />
        </Table.Td>
        <Table.Td className={classes['open'] ?? ''}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="md"
            aria-label="Details"
            aria-expanded={isOpen}
            aria-controls={panel}
            onClick={toggle}
          >
            <Chevron size={16} aria-hidden />
          </ActionIcon>
        </Table.Td>
      </Table.Tr>
      <Table.Tr id={panel} className={classes['details'] ?? ''} hidden={!isOpen}>
        {isOpen && (
          <Table.Td colSpan={7}>
            <EntryDetails entry={entry} />
          </Table.Td>
        )}
      </Table.Tr>
    </>
  );
}

function What({ entry }: { entry: AuditEntry }) {
  const ended = resultWords(entry);
  return (
    <>
      {actionWords(entry.action)}
      {ended !== null && (
        <Text size="xs" className={classes[isRefused(entry.result) ? 'refused' : 'queued'] ?? ''}>
          {ended}
        </Text>
      )}
    </>
  );
}

/** Links to what can be opened; else what it was. */
function AboutEntry({ entry }: { entry: AuditEntry }) {
  const { name, brief } = aboutWords(entry);
  const route = routeOf(entry);
  return (
    <>
      {name !== null &&
        (route === null ? (
          <span>{name}</span>
        ) : (
          <Anchor component={Link} href={`~${route}`} inherit>
            {name}
          </Anchor>
        ))}
      {name !== null && brief !== '' && ' '}
      {brief !== '' && <span className={name === null ? undefined : classes['brief']}>{brief}</span>}
    </>
  );
}

function OfSitting({ entry, onSitting }: { entry: AuditEntry; onSitting: (sitting: string) => void }) {
  const sitting = entry.sitting ?? (entry.target?.type === 'sitting' ? entry.target.id : undefined);
  if (sitting === undefined) return null;
  return (
    <Group gap={4} wrap="nowrap">
      <Anchor component={Link} href={`~/activity/${sitting}`} size="sm" flex="none">
        Open or undo
      </Anchor>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="md"
        aria-label="Show only this sitting"
        title="Show only this sitting"
        onClick={() => onSitting(sitting)}
      >
        <ListFilter size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
