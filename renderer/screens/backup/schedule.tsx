import { Button, Card, Group, NumberInput, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { BackupSchedule } from '../../../server/domain/backup.ts';
import type { Settings } from '../../../server/domain/settings.ts';
import { useAction, useOperation } from '../../client/operations.ts';
import { Form } from '../../components/form.tsx';
import { Section } from '../../components/section.tsx';
import { announceDone } from '../../feedback/announce.ts';
import { FormProblem } from '../../feedback/form-problem.tsx';
import { formProblems } from '../../feedback/form-problems.ts';
import { Loaded } from '../../feedback/loaded.tsx';

type Chosen = Pick<
  Settings,
  'backup_schedule' | 'backup_folder' | 'backup_keep_daily' | 'backup_keep_weekly'
>;

const KEYS = ['backup_schedule', 'backup_folder', 'backup_keep_daily', 'backup_keep_weekly'] as const;
const SCHEDULES: { value: BackupSchedule; label: string }[] = [
  { value: 'daily', label: 'Every day' },
  { value: 'weekly', label: 'Every week' },
  { value: 'off', label: 'Never' },
];

/** When backups are made by themselves, how many are kept, and where. */
export function Schedule() {
  const settings = useOperation('settings.read', {});
  return (
    <Section
      title="Schedule"
      description="A computer that was asleep catches up when it is back. What you make by hand is kept until you delete it."
    >
      <Loaded query={settings}>{(found) => <ScheduleForm settings={found} />}</Loaded>
    </Section>
  );
}

function ScheduleForm({ settings }: { settings: Settings }) {
  const [changes, setChanges] = useState<Partial<Chosen>>({});
  const update = useAction('settings.update');
  const shown: Chosen = { ...settings, ...changes };
  const problems = formProblems(update.error, KEYS);
  const { fields } = problems;
  const change = (more: Partial<Chosen>) => setChanges({ ...changes, ...more });
  const isChanged = KEYS.some((key) => shown[key] !== settings[key]);

  function save(): void {
    if (!isChanged) return;
    update.mutate(changes, {
      onSuccess() {
        setChanges({});
        announceDone('The schedule is saved.');
      },
    });
  }

  return (
    <Card withBorder padding="lg">
      <Form onSubmit={save} maxWidth={560}>
        <Select
          label="Make a backup"
          data={SCHEDULES}
          allowDeselect={false}
          value={shown.backup_schedule}
          error={fields['backup_schedule']}
          onChange={(value) => {
            const chosen = SCHEDULES.find((one) => one.value === value);
            if (chosen) change({ backup_schedule: chosen.value });
          }}
        />
        <Group grow align="flex-start">
          <Kept
            label="Days to keep"
            value={shown.backup_keep_daily}
            error={fields['backup_keep_daily']}
            onChange={(value) => change({ backup_keep_daily: value })}
          />
          <Kept
            label="Weeks to keep"
            value={shown.backup_keep_weekly}
            error={fields['backup_keep_weekly']}
            onChange={(value) => change({ backup_keep_weekly: value })}
          />
        </Group>
        <TextInput
          label="Folder"
          description="Another disk is safer: a backup on the same one is lost with it. Leave it empty for the data folder."
          placeholder="/media/disk/commonplace"
          value={shown.backup_folder}
          error={fields['backup_folder']}
          onChange={(event) => change({ backup_folder: event.currentTarget.value })}
        />
        <FormProblem of={problems} />
        <Group>
          <Button type="submit" variant="default" disabled={!isChanged} loading={update.isPending}>
            Save
          </Button>
        </Group>
      </Form>
    </Card>
  );
}

function Kept({
  label,
  value,
  error,
  onChange,
}: {
  label: string;
  value: number;
  error: string | undefined;
  onChange: (value: number) => void;
}) {
  return (
    <NumberInput
      label={label}
      value={value}
      error={error}
      min={0}
      allowDecimal={false}
      onChange={(next) => typeof next === 'number' && onChange(next)}
    />
  );
}
