import type { Undoing } from './report.ts';
import { startOf, type Write } from './writes.ts';

/** Ends the upload links that a sitting minted and nobody has used yet. */
export function undoUploadLinks(undoing: Undoing): void {
  const { context, sitting } = undoing;
  const { tx, services } = context;
  const [first, last] = [startOf(sitting), services.sittings.lastWriteOf(sitting)];
  for (const { id, credential_id: credential, created_at: at } of services.store.tables.upload_links.all()) {
    if (credential !== sitting.credential_id || at < first || at > last) continue;
    const link = tx.upload_links.get(id);
    if (!link || link.used_at !== null || link.revoked_at !== null || link.expires_at <= context.now)
      continue;
    tx.upload_links.put({ ...link, revoked_at: context.now });
    undoing.about('upload_link', id).did.push('Revoked: nobody had used it.');
  }
}

/** Images stay: earlier versions of the text show them, and they are found again when one is restored. */
export function reportImages(undoing: Undoing, documentIds: Iterable<string>): void {
  const { context, sitting } = undoing;
  for (const id of documentIds) {
    const document = context.tx.documents.get(id);
    if (!document || document.trashed) continue;
    const added = context.services.views.attachmentsOf(id).filter(({ by }) => by.sitting === sitting.id);
    if (added.length === 0) continue;
    const names = new Intl.ListFormat('en').format(added.map(({ name }) => `“${name}”`));
    undoing
      .about('document', id)
      .left.push(`Attached images stay, for earlier versions of the text to show them: ${names}.`);
  }
}

/** Operations whose effects are taken back or reported one by one, or touch nobody’s work. */
export const DEALT_WITH = new Set([
  'documents.create',
  'documents.update',
  'documents.trash',
  'trash.restore',
  'trash.purge',
  'versions.restore',
  'attachments.add',
  'attachments.add_image',
  'upload_links.create',
  'upload_links.revoke',
  'training.create_deck',
  'training.assign',
  'training.unassign',
  'training.delete_deck',
  'notifications.mark_read',
]);

/** What no operation takes back is said, never passed over in silence. */
export function reportOthers(undoing: Undoing, writes: readonly Write[]): void {
  for (const { action, target } of writes) {
    if (DEALT_WITH.has(action)) continue;
    const { left } = undoing.about(target.type, target.id);
    const words = `The sitting’s “${action}” cannot be taken back.`;
    if (!left.includes(words)) left.push(words);
  }
}
