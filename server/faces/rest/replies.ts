import { z } from 'zod';
import { attachedImageSchema, type AttachedImageView } from '../../operations/attachments/place-image.ts';
import type { changeOutcomeSchema } from '../../operations/documents/apply-or-queue.ts';
import { readDocument } from '../../operations/documents/read.ts';
import { documentSchema, type DocumentView } from '../../operations/documents/view.ts';
import { entityTag } from './entity-tag.ts';
import { REST_ROOT, type Reply } from './route.ts';

/** The bare document, with its version as entity tag (decisions, "Single document, POST and PATCH replies"). */
export function documentReply({ document }: { document: DocumentView }): Reply {
  return { status: 200, body: document, headers: { ETag: entityTag(document.version) } };
}

/** The document alone, or with what was asked for beside it: then without a tag, which speaks for the document alone. */
export function readReply({ document, similar }: z.input<typeof readDocument.output>): Reply {
  return similar === undefined
    ? documentReply({ document })
    : { status: 200, body: { ...document, similar } };
}

interface CreatedDocument {
  document: DocumentView;
  note?: string | undefined;
  change_request_id?: string | undefined;
}

/** 201 with the document; "the response carries a note that publishing goes through review" (states). */
export function createdReply({ document, ...more }: CreatedDocument, baseUrl: string): Reply {
  return {
    status: 201,
    body: { ...document, ...more },
    headers: {
      ETag: entityTag(document.version),
      Location: `${baseUrl}${REST_ROOT}/documents/${document.id}`,
    },
  };
}

/** "The updated document, or 202 with `{pending: true, change_request_id}` when queued" (endpoints). */
export function changedReply(outcome: z.input<typeof changeOutcomeSchema>, baseUrl: string): Reply {
  const headers = { ETag: entityTag(outcome.document.version) };
  if (!outcome.pending) return { status: 200, body: outcome.document, headers };
  const { change_request_id, message } = outcome;
  return {
    status: 202,
    body: { pending: true, change_request_id, message },
    headers: { ...headers, Location: `${baseUrl}${REST_ROOT}/change-requests/${change_request_id}` },
  };
}

/** 201 with the attachment, also when placing it in the text waits for review. */
export function attachedReply(attached: AttachedImageView, baseUrl: string): Reply {
  const location = `${baseUrl}${REST_ROOT}/attachments/${attached.attachment.id}`;
  return { status: 201, body: attached, headers: { Location: location } };
}

export const attachedAnswers = {
  201: { description: 'The attachment, and whether it is in the text', schema: attachedImageSchema },
};

const queuedSchema = z.object({
  pending: z.literal(true),
  change_request_id: z.string(),
  message: z.string(),
});

export const readAnswers = {
  200: {
    description: 'The document',
    schema: documentSchema.and(readDocument.output.pick({ similar: true })),
  },
};

export const documentAnswers = { 200: { description: 'The document', schema: documentSchema } };

export const createdAnswers = {
  201: {
    description: 'The created document; a draft with a note when publishing has to wait for review',
    schema: documentSchema.extend({ note: z.string().optional(), change_request_id: z.string().optional() }),
  },
};

export const changedAnswers = {
  200: { description: 'The updated document', schema: documentSchema },
  202: {
    description: 'Queued: the change waits for review, the live text is unchanged',
    schema: queuedSchema,
  },
};
