import { z } from 'zod';
import {
  contentSchema,
  documentStatusSchema,
  documentTypeSchema,
  summarySchema,
  tagsSchema,
  titleSchema,
} from '../../domain/document.ts';
import { idSchema } from '../../domain/identifier.ts';
import { slugSchema } from '../../domain/space.ts';
import { authorize } from '../../policies/decision.ts';
import { mayProposeChange, mayPublish } from '../../policies/documents.ts';
import { queueChange } from '../change-requests/queue.ts';
import { defineOperation } from '../define.ts';
import { applyTemplate } from '../templates/apply.ts';
import { templateReference } from '../templates/reference.ts';
import { spaceForNewDocument } from './load.ts';
import { checkParent } from './parent.ts';
import { subPagesKey } from './stage-change.ts';
import { stageNewDocument } from './stage-new.ts';
import { documentSchema, presentDocument } from './view.ts';

const PUBLISHING_WAITS =
  'Saved as a draft: in this workspace publishing goes through review, and your publish request is in the review queue.';
const PUBLISHING_OF_APP_WAITS =
  'Saved as a draft: what this app publishes waits for review, and the publish request is in the review queue.';

/** "Creates a document from markdown. Draft by default." (specification, states and MCP tools) */
export const createDocument = defineOperation({
  name: 'documents.create',
  summary: 'Create a document',
  scope: 'write',
  effect: 'write',
  trust: 'drafts',
  input: z.strictObject({
    space: slugSchema.optional(),
    title: titleSchema,
    content: contentSchema.default(''),
    template: templateReference
      .optional()
      .describe('Name or id of a template: its structure, type and tags apply, and the text fills it'),
    type: documentTypeSchema.optional().describe('knowledge, or what the template says, unless named'),
    tags: tagsSchema.default([]),
    summary: summarySchema.default(''),
    status: documentStatusSchema.default('draft'),
    parent: idSchema('document').nullable().default(null).describe('Id of the page to nest it under'),
  }),
  output: z.object({
    document: documentSchema,
    note: z.string().optional().describe('Said when publishing has to wait for review'),
    change_request_id: z.string().optional(),
    template: z.string().optional().describe('Name of the template that was applied'),
  }),
  async run(context, { template, ...input }) {
    const space = spaceForNewDocument(context, input.space);
    authorize(mayProposeChange(context, space, { before: 'draft', after: input.status }));
    const wantsPublished = input.status === 'published';
    const isPublished = wantsPublished && mayPublish(context, space, context.settings.approval_mode).allowed;
    const parentId = input.parent === null ? null : checkParent(context, input.parent, space);
    if (parentId !== null) context.tx.claim(subPagesKey(parentId));
    const { template: applied, ...fields } = await applyTemplate(context, template, input);
    const head = stageNewDocument(context, space, {
      ...input,
      ...fields,
      status: isPublished ? 'published' : 'draft',
      parent_id: parentId,
      note: '',
    });
    const document = presentDocument(context, head, fields.content);
    const made = { document, ...(applied !== undefined && { template: applied }) };
    context.record({ type: 'document', id: head.id });
    if (!wantsPublished || isPublished) return made;
    const { request } = await queueChange(context, head, space, {
      fields: { status: 'published' },
      content: undefined,
      note: '',
    });
    context.record(
      { type: 'document', id: head.id },
      { result: 'queued', details: { change_request_id: request.id } },
    );
    const note = context.trust === 'full' ? PUBLISHING_WAITS : PUBLISHING_OF_APP_WAITS;
    return { ...made, note, change_request_id: request.id };
  },
});
