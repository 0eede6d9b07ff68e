/** What an address is fetched for. Each purpose has its own share of the fetches at a time. */
export type FetchPurpose = 'image' | 'client metadata';

export interface FetchRequest {
  url: string;
  purpose: FetchPurpose;
  /** Counted while the file streams in. */
  maxBytes: number;
  /** For everything together, redirects included; 10 s when absent. */
  timeoutMs?: number;
  /** 3 when absent; 0 refuses an answer that redirects. */
  maxRedirects?: number;
  /** Value of the `Accept` header; anything when absent. */
  accept?: string;
  /** Whether plain http is allowed too; it is not when absent. */
  allowHttp?: boolean;
  signal?: AbortSignal;
}

/** An answer with status 200, whole. */
export interface FetchedFile {
  /** Where the file was found in the end. */
  url: string;
  status: number;
  /** As the other server says; believe the bytes. */
  contentType: string | null;
  /** Those that tell how long the answer may be kept, by their names in lower case. */
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

/** Fetches addresses that somebody else has named, from the public internet only (security S1-S6). */
export interface OutboundFetcher {
  /**
   * @throws {AppError} that says why the address gives no file: bad_request, payload_too_large, unavailable; the
   *   reason of `signal` when the caller has given up
   */
  fetch(request: FetchRequest): Promise<FetchedFile>;
}
