import type { Provenance } from './document.ts';
import type { ImageType } from './image-type.ts';

/** An image that belongs to a document. The bytes lie in one file for each content hash, however many share it. */
export interface Attachment {
  id: string;
  document_id: string;
  /** File name for people, one line; never a name on disk. */
  name: string;
  type: ImageType;
  /** Bytes as stored, location data removed. */
  size: number;
  width: number;
  height: number;
  /** SHA-256 of the stored bytes, hex. */
  sha256: string;
  alt: string;
  by: Provenance;
  created_at: string;
}
