import type { DocumentStatus, DocumentType } from '../../../server/domain/document.ts';

export const STATUS_NAME: Record<DocumentStatus, string> = { published: 'Published', draft: 'Draft' };

export const TYPE_NAME: Record<DocumentType, string> = {
  sop: 'Procedure',
  technical: 'Technical',
  policy: 'Policy',
  knowledge: 'Knowledge',
};
