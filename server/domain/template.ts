import { z } from 'zod';
import { documentTypeSchema, tagSchema, type DocumentType, type Provenance } from './document.ts';
import { lineSchema, textSchema } from './text.ts';

/** More would not be a choice any more, and one page of a list holds them all. The built-in ones are not counted. */
export const MOST_TEMPLATES = 80;

export const templateNameSchema = lineSchema(100).describe('Name of the template');
export const templateDescriptionSchema = textSchema(500).describe('What it is for');
export const scaffoldSchema = textSchema(50_000).describe(
  'The structure that a new document starts with, in Markdown',
);
export const templateTypeSchema = documentTypeSchema.describe('Type of the documents made with it');
export const templateTagsSchema = z
  .array(tagSchema)
  .max(20)
  .transform((tags) => [...new Set(tags)])
  .describe('Tags of the documents made with it');

/** "Document template: holds a full scaffold, a type and tags" (specification, "Other named resources"). */
export interface TemplateContent {
  id: string;
  name: string;
  description: string;
  scaffold: string;
  type: DocumentType;
  tags: string[];
}

/** A template of the workspace, or what the workspace has made of a built-in one, under that one's id. */
export interface Template extends TemplateContent {
  /** Not offered and not usable; everything else stays. */
  hidden: boolean;
  updated_by: Provenance;
  created_at: string;
  updated_at: string;
}

/** Names are compared without case, dashes and spaces, so that `how to` finds `How-to`. */
export function templateKey(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[-_\s]+/g, ' ')
    .trim();
}
