import type { IncomingMessage } from 'node:http';
import type { networkInterfaces } from 'node:os';
import { FairSemaphore } from '../../fair-use/fair-semaphore.ts';
import type { Release } from '../../fair-use/quota.ts';
import { createAddressPolicy, type ResolveHost, resolveBySystem, resolveTarget } from './addresses.ts';
import { isAccepted, mediaTypeOf, readBody, saveChunks } from './body.ts';
import { badStatus, busy, stalled, tooSlow, wrongType } from './errors.ts';
import { followRedirects, parseFetchUrl } from './urls.ts';

export interface PublicFetchSettings {
  /** IP addresses, CIDR ranges and host names that the operator allows beside public addresses. */
  allowPrivate?: readonly string[];
  /** Concurrent fetches. Default 8. */
  atOnce?: number;
  /** Most fetches that wait. Default 64. */
  maxWaiting?: number;
  /** Most fetches of one owner that wait. Default 16. */
  maxWaitingPerOwner?: number;
  /** For tests; default: the lookup of the operating system. */
  resolve?: ResolveHost;
  /** PEM certificates to trust, for tests; default: the well-known ones. */
  ca?: string;
  /** For tests; default: the interfaces of this machine. */
  interfaces?: typeof networkInterfaces;
}

export interface PublicFetchOptions {
  /** Largest file, in bytes, on the wire and decompressed. */
  maxBytes: number;
  /** For the whole fetch, including the wait and redirects. */
  timeoutMs: number;
  /** Longest silence of the other server. Default 10 seconds. */
  stallMs?: number;
  /** Content types of which the response must have one, such as `image/png` or `image/*`. Default: any, or none. */
  accept?: readonly string[];
  /** Aborts the fetch, which then throws the signal's reason. */
  signal?: AbortSignal;
  /** Owners with waiting fetches take turns, e.g. tenants. */
  owner?: string;
  /** Name of the input field with the URL, for messages. Default `url`. */
  field?: string;
}

interface Fetched {
  /** As the server states it, in lower case and without parameters. It can be wrong: check the first bytes too. */
  contentType: string | undefined;
  /** As the server states it. */
  charset: string | undefined;
  /** After redirects. */
  finalUrl: string;
}

type FetchedFile = Fetched & { bytes: Uint8Array };
type SavedFile = Fetched & { size: number };

export interface PublicFetch {
  /** Fetches the file at `url` into memory. */
  fetchPublicFile(url: string, options: PublicFetchOptions): Promise<FetchedFile>;
  /** Throws `validation_failed` unless all addresses of the host are public or allowed. */
  requireAllowed(url: string, signal: AbortSignal): Promise<void>;
  /** Fetches the file at `url` into a new file at `path`, which is removed again on failure. */
  savePublicFile(url: string, path: string, options: PublicFetchOptions): Promise<SavedFile>;
}

type ReadChunks<T> = (chunks: AsyncIterable<Uint8Array>) => Promise<T>;

const DEFAULT_STALL_MS = 10_000;

/**
 * Fetches files from URLs that users supply, protected against server-side request forgery (SSRF): for the URL and each
 * redirect the host is looked up once, all of its addresses must be public, and the connection goes to one of them.
 * Proxies of the environment are not used, because they would look the name up again. Both functions throw
 * `validation_failed` (the URL is not accepted), `unavailable` (try again later) or `storage_full` (when saving).
 */
export function createPublicFetch(settings: PublicFetchSettings = {}): PublicFetch {
  const policy = createAddressPolicy(settings.allowPrivate, settings.interfaces);
  const resolve = settings.resolve ?? resolveBySystem;
  const limit = settings.atOnce ?? 8;
  const semaphore = new FairSemaphore({
    limit,
    // Slow servers of one owner do not hold up others.
    limitPerOwner: Math.max(1, limit - 1),
    maxWaiting: settings.maxWaiting ?? 64,
    maxWaitingPerOwner: settings.maxWaitingPerOwner ?? 16,
    refusal: busy,
  });

  async function ask(
    url: URL,
    options: PublicFetchOptions,
    { signal, stop }: Stop,
  ): Promise<IncomingMessage> {
    // Loaded late: the clients of the runtime for HTTP and TLS take a tenth of the start of a command.
    const { connectTo, sendRequest } = await import('./request.ts');
    const field = options.field ?? 'url';
    const addresses = await resolveTarget(url, { policy, resolve, field, signal });
    const connection = await connectTo(url, addresses, { field, signal, ca: settings.ca });
    connection.socket.setTimeout(options.stallMs ?? DEFAULT_STALL_MS, () => stop(stalled(url.hostname)));
    return sendRequest(url, connection, { accept: options.accept, signal });
  }

  async function fetchWith<T>(
    text: string,
    options: PublicFetchOptions,
    read: ReadChunks<T>,
  ): Promise<Fetched & T> {
    const field = options.field ?? 'url';
    const start = parseFetchUrl(text, field);
    const stop = createStop(options.timeoutMs, tooSlow(options.timeoutMs), options.signal);
    let release: Release | undefined;
    try {
      release = await semaphore.acquire(options.owner ?? '', { signal: stop.signal }).catch(() => {
        throw busy();
      });
      const { response, url } = await followRedirects(start, field, (next) => ask(next, options, stop));
      const contentType = checkHead(response, url, options);
      const content = await read(
        readBody(response, { maxBytes: options.maxBytes, field, host: url.hostname }),
      );
      const [, charset] =
        /;\s*charset\s*=\s*"?([^\s;"]{1,60})/i.exec(response.headers['content-type'] ?? '') ?? [];
      return { ...content, contentType, charset, finalUrl: url.href };
    } catch (error) {
      options.signal?.throwIfAborted();
      // After a stop, other errors are only its consequences. While the fetch still waits, the queue is the reason.
      throw stop.signal.aborted && release !== undefined ? stop.signal.reason : error;
    } finally {
      stop.end();
      release?.();
    }
  }

  return {
    async requireAllowed(url, signal) {
      await resolveTarget(new URL(url), { policy, resolve, field: 'url', signal });
    },
    fetchPublicFile: (url, options) =>
      fetchWith(url, options, async (chunks) => ({ bytes: await collect(chunks) })),
    savePublicFile: (url, path, options) =>
      fetchWith(url, options, async (chunks) => ({ size: await saveChunks(path, chunks) })),
  };
}

/** Throws unless the response has status 200 and an accepted content type, which it returns. */
function checkHead(response: IncomingMessage, url: URL, options: PublicFetchOptions): string | undefined {
  const { accept, field = 'url' } = options;
  const status = response.statusCode ?? 0;
  if (status !== 200) throw badStatus(field, url.hostname, status);
  const contentType = mediaTypeOf(response.headers['content-type']);
  if (accept !== undefined && !isAccepted(contentType, accept)) throw wrongType(field, contentType, accept);
  return contentType;
}

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}

/** Ends a fetch early: at its time limit, when the server stalls, or when the caller aborts. */
interface Stop {
  signal: AbortSignal;
  /** Aborts the fetch, which then throws `reason`. */
  stop(reason: unknown): void;
  /** To be called after the fetch: removes timer and listener, and closes what is still open. */
  end(): void;
}

/** Stops with `late` after `timeoutMs`, or with the reason of `caller` once that is aborted. */
function createStop(timeoutMs: number, late: Error, caller: AbortSignal | undefined): Stop {
  const controller = new AbortController();
  const stop = (reason: unknown) => controller.abort(reason);
  const timer = setTimeout(() => stop(late), timeoutMs);
  const onCallerAbort = () => stop(caller?.reason);
  if (caller?.aborted) onCallerAbort();
  caller?.addEventListener('abort', onCallerAbort, { once: true });
  return {
    signal: controller.signal,
    stop,
    end() {
      clearTimeout(timer);
      caller?.removeEventListener('abort', onCallerAbort);
      stop(undefined);
    },
  };
}
