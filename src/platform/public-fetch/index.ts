import type { IncomingMessage } from 'node:http';
import type { networkInterfaces } from 'node:os';
import { FairSemaphore, type Release } from '../fair-semaphore.ts';
import { createAddressPolicy, type ResolveHost, resolveBySystem, resolveTarget } from './addresses.ts';
import { isAccepted, mediaTypeOf, readBody, saveChunks } from './body.ts';
import { badStatus, busy, stalled, tooSlow, wrongType } from './errors.ts';
import { connectTo, sendRequest } from './request.ts';
import { followRedirects, parseFetchUrl } from './urls.ts';

export type { ResolveHost } from './addresses.ts';

export interface PublicFetchSettings {
  /** What the operator allows beyond the public internet: addresses, CIDR ranges, host names. */
  allowPrivate?: readonly string[];
  /** Fetches at once; standard 8. */
  atOnce?: number;
  /** Fetches that wait for their turn; standard 64. */
  maxWaiting?: number;
  /** In place of the system's name lookup; for tests. */
  resolve?: ResolveHost;
  /** PEM certificates to trust in place of the well-known ones; for tests. */
  ca?: string;
  /** In place of this machine's network interfaces; for tests. */
  interfaces?: typeof networkInterfaces;
}

export interface PublicFetchOptions {
  /** Largest file, in bytes, on the wire and decompressed. */
  maxBytes: number;
  /** For everything, waiting for a turn and redirects included. */
  timeoutMs: number;
  /** Longest silence of the other server; standard 10 seconds. */
  stallMs?: number;
  /** Content types such as `image/png` or `image/*` the answer must state; undefined: any, or none. */
  accept?: readonly string[];
  /** Ends the fetch; it then throws the signal's reason. */
  signal?: AbortSignal;
  /** Name of the input field the URL came in, for messages; standard `url`. */
  field?: string;
}

interface Fetched {
  /** As the server states it, without parameters, lower case. A claim: look at the first bytes too. */
  contentType: string | undefined;
  /** After redirects. */
  finalUrl: string;
}

export type FetchedFile = Fetched & { bytes: Uint8Array };
export type SavedFile = Fetched & { size: number };

export interface PublicFetch {
  /** Fetches the file at `url` into memory. */
  fetchPublicFile(url: string, options: PublicFetchOptions): Promise<FetchedFile>;
  /** Fetches the file at `url` into a new file at `path`, which is removed again on failure. */
  savePublicFile(url: string, path: string, options: PublicFetchOptions): Promise<SavedFile>;
}

type ReadChunks<T> = (chunks: AsyncIterable<Uint8Array>) => Promise<T>;

const STANDARD_STALL_MS = 10_000;

/**
 * Fetches files users name by URL, in a way that cannot be turned against the operator's network: the host is looked up
 * once, each of its addresses has to be public, and the connection goes to exactly one of these; so at every redirect.
 * Proxies in the environment are not used, because they would look the name up again. Both functions throw
 * `validation_failed` (this URL will not do), `unavailable` (try later) or, saving, `storage_full`.
 */
export function createPublicFetch(settings: PublicFetchSettings = {}): PublicFetch {
  const policy = createAddressPolicy(settings.allowPrivate, settings.interfaces);
  const resolve = settings.resolve ?? resolveBySystem;
  const semaphore = new FairSemaphore({
    limit: settings.atOnce ?? 8,
    maxWaiting: settings.maxWaiting ?? 64,
    refusal: busy,
  });

  async function ask(
    url: URL,
    options: PublicFetchOptions,
    { signal, stop }: Stop,
  ): Promise<IncomingMessage> {
    const field = options.field ?? 'url';
    const addresses = await resolveTarget(url, { policy, resolve, field, signal });
    const connection = await connectTo(url, addresses, { field, signal, ca: settings.ca });
    connection.socket.setTimeout(options.stallMs ?? STANDARD_STALL_MS, () => stop(stalled(url.hostname)));
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
      release = await semaphore.acquire('', { signal: stop.signal }).catch(() => {
        throw busy();
      });
      const { response, url } = await followRedirects(start, field, (next) => ask(next, options, stop));
      const contentType = checkHead(response, url, options);
      const content = await read(
        readBody(response, { maxBytes: options.maxBytes, field, host: url.hostname }),
      );
      return { ...content, contentType, finalUrl: url.href };
    } catch (error) {
      options.signal?.throwIfAborted();
      // What broke because the fetch was stopped is not why it failed. Without a turn it is the queue that failed.
      throw stop.signal.aborted && release !== undefined ? stop.signal.reason : error;
    } finally {
      stop.end();
      release?.();
    }
  }

  return {
    fetchPublicFile: (url, options) =>
      fetchWith(url, options, async (chunks) => ({ bytes: await collect(chunks) })),
    savePublicFile: (url, path, options) =>
      fetchWith(url, options, async (chunks) => ({ size: await saveChunks(path, chunks) })),
  };
}

/** Throws unless the answer is a file of a kind that is wanted; returns its content type. */
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

/** What ends a fetch early: its time is up, a server stalls, or the caller does not want it any more. */
interface Stop {
  signal: AbortSignal;
  /** Ends the fetch; `reason` is what its caller gets. */
  stop(reason: unknown): void;
  /** The fetch is over, well or not: lets go of timer and listener, and closes whatever is still open. */
  end(): void;
}

/** Stops with `late` after `timeoutMs`, or with the caller's own reason once `caller` is aborted. */
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
