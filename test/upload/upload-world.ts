import { createDocument } from '../../server/operations/documents/create.ts';
import { readDocument } from '../../server/operations/documents/read.ts';
import { updateDocument } from '../../server/operations/documents/update.ts';
import { createUploadLink } from '../../server/operations/upload-links/create.ts';
import type { UploadLinkView } from '../../server/operations/upload-links/view.ts';
import type { ListenerConfig } from '../../server/faces/http/listener.ts';
import type { DocumentView } from '../../server/operations/documents/view.ts';
import type { CallOptions } from '../builders/workspace.ts';
import { callServer, startRest, type Answer, type RestServer } from '../rest/rest-server.ts';

export interface MintedLink {
  /** `/upload/<token>`. */
  path: string;
  token: string;
  link: UploadLinkView;
}

export interface UploadWorld extends Omit<RestServer, 'commits'> {
  /** A draft of the editor's, with a text. */
  document: DocumentView;
  mint(options?: {
    as?: string;
    document?: string;
    insert?: 'append' | 'top' | 'none';
    alt?: string;
    call?: CallOptions;
  }): Promise<MintedLink>;
  /** Sends a picture as the page's script does. */
  post(
    path: string,
    bytes: Uint8Array,
    options?: { type?: string; name?: string; headers?: Record<string, string> },
  ): Promise<Answer>;
  /** The document's text as it is now. */
  text(id?: string): Promise<string>;
  publish(): Promise<void>;
}

/** A listener with one document that pictures can be sent to. */
export async function startUploads(config: Partial<ListenerConfig> = {}): Promise<UploadWorld> {
  const server = await startRest({
    ...config,
    limits: { uploadRequestsPerMinute: 100_000, ...config.limits },
  });
  const { workspace } = server;
  const { document } = await workspace.as('editor', createDocument, {
    space: 'handbook',
    title: 'Pump manual',
    content: 'How to prime the pump.',
  });
  return {
    ...server,
    document,
    async mint({ as = 'editor', document: id = document.id, call, ...input } = {}) {
      const minted = await workspace.as(as, createUploadLink, { doc_id: id, ...input }, call);
      const { pathname } = new URL(minted.upload_url);
      return { path: pathname, token: pathname.slice('/upload/'.length), link: minted.upload_link };
    },
    post: (path, bytes, options = {}) =>
      callServer(server.url, 'POST', path, {
        raw: bytes,
        headers: {
          'content-type': options.type ?? 'image/png',
          'content-length': String(bytes.length),
          ...(options.name !== undefined && { 'x-file-name': encodeURIComponent(options.name) }),
          ...options.headers,
        },
      }),
    async text(id = document.id) {
      return (await workspace.as('admin', readDocument, { id })).document.content;
    },
    async publish() {
      await workspace.as('approver', updateDocument, { id: document.id, status: 'published' });
    },
  };
}
