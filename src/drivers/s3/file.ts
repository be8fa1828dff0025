import { DomainError } from '../../platform/errors.ts';
import type { RemoteFile } from '../../platform/ports/file-store.ts';
import type { BucketClient } from './client.ts';

/** What a file and its parts need of their store. */
interface FileSource {
  client: BucketClient;
  key: string;
  /** Tracks whether the bucket answers, and turns its faults into errors for callers. */
  run<Result>(request: () => Promise<Result>): Promise<Result>;
  redirects: boolean;
}

/** Time limit of a body, plus a time per byte: slow readers are served too. */
const BODY_TIMEOUT_MS = 60_000;
const SLOWEST_BYTES_PER_MS = 10;

export const timeoutFor = (bytes: number): number =>
  BODY_TIMEOUT_MS + Math.ceil(bytes / SLOWEST_BYTES_PER_MS);

/** How long a redirected address is valid. */
const REDIRECT_SECONDS = 3600;

/** A file of a bucket, or a part of it. */
export class BucketFile implements RemoteFile {
  readonly size: number;
  readonly #source: FileSource;
  readonly #start: number;
  readonly redirect: RemoteFile['redirect'];

  constructor(source: FileSource, start: number, size: number) {
    this.#source = source;
    this.#start = start;
    this.size = size;
    this.redirect = source.redirects ? (headers) => redirectTo(source, headers) : undefined;
  }

  slice(start: number, end: number): RemoteFile {
    const from = Math.min(Math.max(0, start), this.size);
    const to = Math.min(Math.max(from, end), this.size);
    return new BucketFile(this.#source, this.#start + from, to - from);
  }

  async open(): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
    if (this.size === 0) return new Blob().stream() as ReadableStream<Uint8Array<ArrayBuffer>>;
    const { client, key, run } = this.#source;
    const last = this.#start + this.size - 1;
    return run(async () => {
      const response = await client.send({
        method: 'GET',
        key,
        headers: { range: `bytes=${this.#start}-${last}` },
        doing: 'read',
        timeoutMs: timeoutFor(this.size),
      });
      // Any other answer than one to a range could be the whole file.
      const isPart = response.status === 206 || (response.status === 200 && this.#start === 0);
      if (!isPart || response.body === null) throw await client.refusal(response, 'read');
      return response.body as ReadableStream<Uint8Array<ArrayBuffer>>;
    });
  }

  stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    const pieces = this.#read();
    return new ReadableStream({
      pull: async (controller) => {
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: async () => {
        await pieces.return(undefined);
      },
    });
  }

  async *#read(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    const body = await this.open();
    let read = 0;
    try {
      for await (const piece of body) {
        read += piece.length;
        yield piece;
      }
    } catch {
      throw bucketAway();
    }
    if (read !== this.size) throw bucketAway();
  }

  async bytes(): Promise<Uint8Array> {
    const read = await Array.fromAsync(this.#read());
    return Buffer.concat(read);
  }

  async text(): Promise<string> {
    return new TextDecoder().decode(await this.bytes());
  }
}

export function bucketAway(cause?: Error): DomainError {
  const message = 'Files cannot be read or stored at the moment. Try again in a few seconds.';
  return new DomainError('unavailable', message, { retryAfterSeconds: 5 }, { cause });
}

function redirectTo(
  { client, key }: FileSource,
  { type, disposition }: { type: string; disposition: string },
): Promise<string> {
  return client.presign(key, REDIRECT_SECONDS, {
    'response-content-type': type,
    'response-content-disposition': disposition,
    'response-cache-control': 'public, max-age=31536000, immutable',
  });
}
