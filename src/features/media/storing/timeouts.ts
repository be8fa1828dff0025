/** How long callers wait, in milliseconds. */
export interface UploadTimeouts {
  /** For a worker that processes their picture; after that it is refused. */
  queueMs: number;
  /** For smaller versions of it; after that they are finished in the background. */
  uploadMs: number;
  fetchMs: number;
}

/** Most proxies end a request after 30 or 60 seconds; what is imported has to be fetched first. */
export const UPLOAD_TIMEOUTS: UploadTimeouts = { queueMs: 60_000, uploadMs: 20_000, fetchMs: 10_000 };
