import type { SettingKey, Settings } from '../../../server/domain/settings.ts';
import { ChoiceEditor, NumberEditor, SwitchEditor, TextEditor } from './editors.tsx';
import { SETTING_FIELDS } from './setting-fields.ts';
import { useSetting } from './use-setting.ts';

/** One setting: what it is, what it means, its value, and what became of the last change. */
export function SettingRow({
  name,
  settings,
  isFixed = false,
}: {
  name: SettingKey;
  settings: Settings;
  /** Something else has decided it. */
  isFixed?: boolean;
}) {
  const { label, help, editor } = SETTING_FIELDS[name];
  const setting = useSetting(name, settings);
  const shared = { label, help, setting, isFixed };
  switch (editor.kind) {
    case 'switch':
      return <SwitchEditor {...shared} />;
    case 'line':
      return <TextEditor {...shared} isLong={false} />;
    case 'text':
      return <TextEditor {...shared} isLong />;
    case 'number':
      return <NumberEditor {...shared} unit={editor.unit} />;
    case 'choice':
      return <ChoiceEditor {...shared} options={editor.options} />;
    case 'elsewhere':
      return null;
    default:
      return editor satisfies never;
  }
}
