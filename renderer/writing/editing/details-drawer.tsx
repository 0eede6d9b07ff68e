import { Drawer } from '@mantine/core';
import { DetailsFields } from './details-fields.tsx';
import type { PageFields } from './page-fields.ts';

/** Summary, type, tags and place, beside the text. */
export function DetailsDrawer({
  isOpen,
  onClose,
  documentId,
  fields,
  onChange,
}: {
  isOpen: boolean;
  onClose: () => void;
  documentId: string;
  fields: PageFields;
  onChange: (fields: Partial<PageFields>) => void;
}) {
  return (
    <Drawer opened={isOpen} onClose={onClose} position="right" size="sm" title="Details">
      <DetailsFields documentId={documentId} fields={fields} onChange={onChange} />
    </Drawer>
  );
}
