import { Button, Group, NumberInput, Radio, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Saved } from './saved.tsx';
import type { Setting } from './use-setting.ts';

interface EditorProps {
  label: string;
  help: string;
  setting: Setting;
  isFixed: boolean;
}

export function SwitchEditor({ label, help, setting, isFixed }: EditorProps) {
  return (
    <Group gap="md" align="flex-start" wrap="nowrap" justify="space-between">
      <Switch
        label={label}
        description={help}
        checked={setting.value === true}
        onChange={(event) => setting.save(event.currentTarget.checked)}
        error={setting.problem}
        disabled={isFixed}
      />
      <Saved setting={setting} />
    </Group>
  );
}

export function ChoiceEditor({
  label,
  help,
  setting,
  isFixed,
  options,
}: EditorProps & { options: readonly { value: string | number; label: string }[] }) {
  return (
    <Stack gap={6}>
      <Radio.Group
        label={label}
        description={help}
        value={String(setting.value)}
        onChange={(chosen) => setting.save(options.find(({ value }) => String(value) === chosen)?.value)}
        error={setting.problem}
      >
        <Stack gap={8} mt="xs">
          {options.map((option) => (
            <Radio key={option.value} value={String(option.value)} label={option.label} disabled={isFixed} />
          ))}
        </Stack>
      </Radio.Group>
      <Saved setting={setting} />
    </Stack>
  );
}

export function NumberEditor({ label, help, setting, isFixed, unit }: EditorProps & { unit: string }) {
  const [typed, setTyped] = useState<string | number>();
  const shown = typed ?? Number(setting.value);
  return (
    <Typed typed={typed} setting={setting} onSettled={() => setTyped(undefined)}>
      <NumberInput
        label={label}
        description={help}
        value={shown}
        onChange={setTyped}
        error={setting.problem}
        suffix={unit === '' ? '' : ` ${unit}`}
        allowDecimal={false}
        thousandSeparator={false}
        hideControls
        disabled={isFixed}
        styles={{ input: { maxWidth: 200 } }}
      />
    </Typed>
  );
}

export function TextEditor({ label, help, setting, isFixed, isLong }: EditorProps & { isLong: boolean }) {
  const [typed, setTyped] = useState<string>();
  const field = {
    label,
    description: help,
    value: typed ?? String(setting.value),
    onChange: (event: { currentTarget: { value: string } }) => setTyped(event.currentTarget.value),
    error: setting.problem,
    disabled: isFixed,
  };
  return (
    <Typed typed={typed} setting={setting} onSettled={() => setTyped(undefined)}>
      {isLong ? (
        <Textarea {...field} autosize minRows={4} maxRows={14} />
      ) : (
        <TextInput {...field} styles={{ input: { maxWidth: 420 } }} />
      )}
    </Typed>
  );
}

/** A field that is saved by Enter or by the button that comes up once something else stands in it. */
function Typed({
  typed,
  setting,
  onSettled,
  children,
}: {
  typed: string | number | undefined;
  setting: Setting;
  /** What was typed is stored or given up: the stored value shows. */
  onSettled: () => void;
  children: ReactNode;
}) {
  const isChanged = typed !== undefined && typed !== setting.value;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged) setting.save(typed, onSettled);
      }}
    >
      <Stack gap={6}>
        {children}
        <Group gap="xs">
          {isChanged && !setting.isSaved && (
            <>
              <Button type="submit" size="xs" loading={setting.isSaving}>
                Save
              </Button>
              <Button
                size="xs"
                variant="subtle"
                onClick={() => {
                  setting.forget();
                  onSettled();
                }}
              >
                Undo
              </Button>
            </>
          )}
          <Saved setting={setting} />
        </Group>
      </Stack>
    </form>
  );
}
