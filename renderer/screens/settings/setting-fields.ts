import type { SettingKey } from '../../../server/domain/settings.ts';

/** How a setting is shown and typed. What is valid says the server. */
export type Editor =
  | { kind: 'switch' }
  | { kind: 'line' }
  | { kind: 'text' }
  | { kind: 'number'; unit: string }
  | { kind: 'choice'; options: readonly { value: string | number; label: string }[] }
  /** A part or a page of its own takes care of it. */
  | { kind: 'elsewhere' };

export interface SettingField {
  label: string;
  /** What it means for people, one or two sentences. */
  help: string;
  editor: Editor;
}

/** Every setting that there is: whoever adds one is told here that the screen needs it too. */
export const SETTING_FIELDS: Readonly<Record<SettingKey, SettingField>> = {
  workspace_name: {
    label: 'Name of the workspace',
    help: 'Everybody sees it, and so do assistants.',
    editor: { kind: 'line' },
  },
  trash_retention_days: {
    label: 'Keep pages in the Trash for',
    help: 'After that they are deleted for ever. 0 keeps them.',
    editor: { kind: 'number', unit: 'days' },
  },
  approval_mode: {
    label: 'Who may publish',
    help: 'What an editor publishes waits for an approver, or appears at once.',
    editor: {
      kind: 'choice',
      options: [
        { value: 'strict', label: 'Approvers; editors’ changes wait for review (strict)' },
        { value: 'open', label: 'Everybody who may edit (open)' },
      ],
    },
  },
  nested_pages: {
    label: 'Pages can have sub-pages',
    help: 'Pages that have some already keep them.',
    editor: { kind: 'switch' },
  },
  backlinks: {
    label: 'Pages show what links to them',
    help: 'Below the text of each page.',
    editor: { kind: 'switch' },
  },
  attachment_limit_mb: {
    label: 'Largest picture',
    help: 'Larger ones are refused, wherever they come from. 1 to 100.',
    editor: { kind: 'number', unit: 'MB' },
  },
  attachments_total_gb: {
    label: 'All pictures together',
    help: 'More than this is refused, so that the disk does not fill up.',
    editor: { kind: 'number', unit: 'GB' },
  },
  attachments_per_person_gb: {
    label: 'Pictures of one person',
    help: 'How much each person may add, with their assistants.',
    editor: { kind: 'number', unit: 'GB' },
  },
  http_images: {
    label: 'Fetch pictures from unencrypted addresses',
    help: 'When an assistant names a picture at an http address. Only https otherwise.',
    editor: { kind: 'switch' },
  },
  access_token_hours: {
    label: 'Assistants renew their access every',
    help: 'Choose more when an assistant asks you to connect it again and again.',
    editor: {
      kind: 'choice',
      options: [
        { value: 1, label: '1 hour' },
        { value: 8, label: '8 hours' },
        { value: 24, label: '24 hours' },
      ],
    },
  },
  guidance: {
    label: 'Guidance for assistants',
    help: 'They read it before they write: your tone, your rules, where things belong.',
    editor: { kind: 'text' },
  },
  embeddings: {
    label: 'Search by meaning',
    help: 'Finds pages that say the same in other words.',
    editor: { kind: 'elsewhere' },
  },
  training: {
    label: 'Training',
    help: 'Turn pages into short courses with questions, and see who has passed.',
    editor: { kind: 'switch' },
  },
  port: {
    label: 'Port',
    help: 'Programs and people reach the workspace at it. 1024 to 65535; counts from the next start.',
    editor: { kind: 'number', unit: '' },
  },
  local_network: {
    label: 'Open to the local network',
    help: 'Other computers and phones in your network reach it too, without encryption. Counts from the next start.',
    editor: { kind: 'switch' },
  },
  backup_schedule: { label: 'Backups', help: '', editor: { kind: 'elsewhere' } },
  backup_folder: { label: 'Folder of the backups', help: '', editor: { kind: 'elsewhere' } },
  backup_keep_daily: { label: 'Daily backups', help: '', editor: { kind: 'elsewhere' } },
  markdown_mirror: { label: 'Markdown mirror', help: '', editor: { kind: 'elsewhere' } },
  backup_keep_weekly: { label: 'Weekly backups', help: '', editor: { kind: 'elsewhere' } },
  public_access: { label: 'Public access', help: '', editor: { kind: 'elsewhere' } },
  public_domain: { label: 'Domain', help: '', editor: { kind: 'elsewhere' } },
};

/** The parts of the screen, and which settings stand in each. */
export const SETTING_GROUPS: readonly { title: string; keys: readonly SettingKey[] }[] = [
  { title: 'Workspace', keys: ['workspace_name'] },
  { title: 'Approval', keys: ['approval_mode'] },
  { title: 'Documents', keys: ['nested_pages', 'backlinks', 'trash_retention_days'] },
  {
    title: 'Images',
    keys: ['attachment_limit_mb', 'attachments_total_gb', 'attachments_per_person_gb', 'http_images'],
  },
  { title: 'Assistants', keys: ['guidance', 'access_token_hours'] },
  { title: 'Training', keys: ['training'] },
];
