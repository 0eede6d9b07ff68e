import { useEffect, useState } from 'react';
import type { SettingKey, Settings } from '../../../server/domain/settings.ts';
import { useAction } from '../../client/operations.ts';
import { formProblems } from '../../feedback/form-problems.ts';

const SAID_MS = 4_000;

export interface Setting {
  /** As stored, or as it is being stored. */
  value: unknown;
  /** @param onDone called when it is stored */
  save: (value: unknown, onDone?: () => void) => void;
  /** Leaves it as it is, and forgets why the last change was refused. */
  forget: () => void;
  isSaving: boolean;
  /** Since a moment ago. */
  isSaved: boolean;
  /** Why the last change was refused. */
  problem: string | undefined;
}

/** One setting and how it is changed: by itself, so that a mistake in one field holds up no other. */
export function useSetting(name: SettingKey, settings: Settings): Setting {
  const update = useAction('settings.update');
  const [isSaved, setSaved] = useState(false);
  useEffect(() => {
    if (!isSaved) return undefined;
    const timer = setTimeout(() => setSaved(false), SAID_MS);
    return () => clearTimeout(timer);
  }, [isSaved]);
  const { fields, rest } = formProblems(update.error, [name]);
  return {
    value: update.isPending ? (update.variables[name] ?? settings[name]) : settings[name],
    save(value, onDone) {
      setSaved(false);
      const onSuccess = () => {
        setSaved(true);
        onDone?.();
      };
      update.mutate({ [name]: value }, { onSuccess });
    },
    forget: () => update.reset(),
    isSaving: update.isPending,
    isSaved,
    problem: fields[name] ?? rest?.message,
  };
}
