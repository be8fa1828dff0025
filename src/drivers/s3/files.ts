import { rm } from 'node:fs/promises';
import { DomainError } from '../../platform/errors.ts';
import type { BucketSettings } from '../../platform/files/bucket-address.ts';
import { isFileKey, requireFileKey } from '../../platform/files/file-keys.ts';
import { createId } from '../../platform/ids.ts';
import type { Logger } from '../../platform/logging/log.ts';
import type { FileFacts, FileStore } from '../../platform/ports/file-store.ts';
import { sha256Hex, sha256HexOf } from '../../platform/security/crypto.ts';
import { BucketClient } from './client.ts';
import { BucketFault, textOf } from './faults.ts';
import { BucketFile, bucketAway, timeoutFor } from './file.ts';
import { abortUnfinished, PART_BYTES, uploadInParts } from './multipart.ts';

/** Time limit of requests without large bodies. */
const TIMEOUT_MS = 10_000;

const DAY_SECONDS = 24 * 60 * 60;

export interface BucketStoreOptions extends BucketSettings {
  /** `s3://bucket/prefix` */
  files_url: string;
  files_redirect: boolean;
}

/** Stores files in a bucket of an S3 service. */
export class BucketFileStore implements FileStore {
  readonly #client: BucketClient;
  readonly #log: Logger;
  readonly #redirects: boolean;
  readonly #timeoutMs: number;
  /** The fault of the last request; undefined if it was answered. */
  #fault: BucketFault | undefined;
  /** The running check whether the bucket answers again. */
  #looking: Promise<unknown> | undefined;

  constructor(settings: BucketStoreOptions, log: Logger, timeoutMs = TIMEOUT_MS) {
    this.#client = new BucketClient(settings.files_url, settings);
    this.#redirects = settings.files_redirect;
    this.#log = log;
    this.#timeoutMs = timeoutMs;
  }

  async put(key: string, path: string): Promise<void> {
    requireFileKey(key);
    const blob = Bun.file(path);
    const size = blob.size;
    await this.#run(async () =>
      size > PART_BYTES
        ? uploadInParts(this.#client, key, blob, this.#timeoutMs)
        : this.#upload(key, blob, await sha256HexOf(blob)),
    );
    // Some services do not compare the hash, and an acknowledged file must exist.
    const stored = await this.stat(key);
    if (stored?.bytes !== size) {
      const hint = `it has ${stored?.bytes ?? 0} of ${size} bytes of a file that it confirmed. See the log of the service.`;
      throw bucketAway(this.#note(new BucketFault('Incomplete', this.#client.address, hint)));
    }
    await rm(path, { force: true });
  }

  async get(key: string): Promise<BucketFile | undefined> {
    const facts = await this.stat(key);
    if (facts === undefined) return undefined;
    const run = <Result>(request: () => Promise<Result>) => this.#run(request);
    return new BucketFile({ client: this.#client, key, run, redirects: this.#redirects }, 0, facts.bytes);
  }

  async locate(key: string): Promise<{ url: string }> {
    requireFileKey(key);
    return { url: await this.#client.presign(key, DAY_SECONDS) };
  }

  async delete(key: string): Promise<void> {
    requireFileKey(key);
    await this.#run(async () => {
      const response = await this.#send('DELETE', key, 'delete');
      if (response.ok) return;
      const fault = await this.#client.refusal(response, 'delete');
      if (fault.code !== 'NoSuchKey') throw fault;
    });
  }

  async stat(key: string): Promise<FileFacts | undefined> {
    requireFileKey(key);
    return this.#run(async () => {
      // HEAD would tell neither that the bucket is missing nor what is wrong with the access key.
      const response = await this.#send('GET', key, 'read', { range: 'bytes=0-0' });
      const modifiedAt = Date.parse(response.headers.get('last-modified') ?? '') || 0;
      if (response.ok) {
        const total = response.headers.get('content-range')?.split('/')[1];
        const bytes = Number(total ?? response.headers.get('content-length'));
        await response.body?.cancel();
        return { bytes, modifiedAt };
      }
      // An empty file has no byte to request.
      if (response.status === 416) return { bytes: 0, modifiedAt };
      const fault = await this.#client.refusal(response, 'read');
      if (fault.code === 'NoSuchKey') return undefined;
      throw fault;
    });
  }

  /** The service copies the file; its time becomes that of the copy. */
  async move(from: string, to: string): Promise<boolean> {
    requireFileKey(to);
    const before = await this.stat(from);
    if (before === undefined) return false;
    await this.#run(async () => {
      const response = await this.#client.send({
        method: 'PUT',
        key: to,
        headers: { 'x-amz-copy-source': this.#client.copySource(from) },
        doing: 'write',
        timeoutMs: timeoutFor(before.bytes),
      });
      if (!response.ok) throw await this.#client.refusal(response, 'write');
      // A copy can fail after the status was sent.
      await this.#client.readText(response);
    });
    if ((await this.stat(to))?.bytes !== before.bytes) throw bucketAway();
    await this.delete(from);
    return true;
  }

  async *list(folder?: string): AsyncGenerator<FileFacts & { key: string }> {
    if (folder !== undefined) requireFileKey(folder);
    const { prefix } = this.#client;
    const wanted = folder === undefined ? prefix : `${prefix}${folder}/`;
    let after = '';
    do {
      const page = await this.#run(() => this.#listPage(wanted, after));
      for (const entry of page.split('<Contents>').slice(1)) {
        const key = textOf(entry, 'Key').slice(prefix.length);
        if (!isFileKey(key)) continue;
        const modifiedAt = Date.parse(textOf(entry, 'LastModified'));
        yield { key, bytes: Number(textOf(entry, 'Size')), modifiedAt };
      }
      after = textOf(page, 'IsTruncated') === 'true' ? textOf(page, 'NextContinuationToken') : '';
    } while (after !== '');
  }

  removeUnfinished(before: number): Promise<number> {
    return this.#run(() => abortUnfinished(this.#client, before, this.#timeoutMs));
  }

  fault(): string | undefined {
    if (this.#fault !== undefined) {
      this.#looking ??= this.stat('probe')
        .catch(() => undefined)
        .finally(() => {
          this.#looking = undefined;
        });
    }
    return this.#fault?.message;
  }

  /** Throws `conflict` with a sentence for the operator. */
  async requireReachable(): Promise<void> {
    await this.stat('probe').catch((error) => {
      if (this.#fault === undefined) throw error;
      throw new DomainError('conflict', this.#fault.message, {}, { cause: this.#fault });
    });
  }

  async probe(): Promise<void> {
    try {
      await this.#tryAll(
        `probe/${createId()
          .toLowerCase()
          .replace(/[^a-z0-9]/g, '')}`,
      );
    } catch (error) {
      // The cause contains the sentence for the operator.
      throw error instanceof DomainError && error.cause instanceof BucketFault ? error.cause : error;
    }
  }

  async #tryAll(key: string): Promise<void> {
    const text = `probe ${key}`;
    await this.#run(() => this.#upload(key, new Blob([text]), sha256Hex(text)));
    const file = await this.get(key);
    if ((await file?.text()) !== text || (await file?.slice(2, 5).text()) !== text.slice(2, 5)) {
      const hint =
        'it does not give back what was stored, or no ranges of it. Use a service that speaks S3 fully.';
      throw this.#note(new BucketFault('WrongContent', this.#client.address, hint, true));
    }
    await this.#run(() => this.#listPage(`${this.#client.prefix}probe/`, ''));
    await this.delete(key);
  }

  async #upload(key: string, blob: Blob, sha256: string): Promise<void> {
    const response = await this.#client.send({
      method: 'PUT',
      key,
      headers: { 'content-type': 'application/octet-stream' },
      body: { blob, sha256 },
      doing: 'write',
      timeoutMs: Math.max(this.#timeoutMs, blob.size === 0 ? 0 : this.#timeoutMs + blob.size / 20),
    });
    if (!response.ok) throw await this.#client.refusal(response, 'write');
    await response.body?.cancel();
  }

  async #listPage(prefix: string, after: string): Promise<string> {
    const query: Record<string, string> = { 'list-type': '2', prefix };
    if (after !== '') query['continuation-token'] = after;
    const response = await this.#client.send({
      method: 'GET',
      query,
      doing: 'list',
      timeoutMs: this.#timeoutMs,
    });
    if (!response.ok) throw await this.#client.refusal(response, 'list');
    return this.#client.readText(response);
  }

  #send(
    method: 'GET' | 'DELETE',
    key: string,
    doing: string,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    return this.#client.send({ method, key, doing, headers, timeoutMs: this.#timeoutMs });
  }

  async #run<Result>(request: () => Promise<Result>): Promise<Result> {
    try {
      const result = await request();
      if (this.#fault?.isPartial === false)
        this.#log.info({ bucket: this.#client.address }, 'the bucket answers again');
      this.#fault = undefined;
      return result;
    } catch (error) {
      throw error instanceof BucketFault ? bucketAway(this.#note(error)) : error;
    }
  }

  /** Logs a fault once, until the bucket answers again or the fault changes. */
  #note(fault: BucketFault): BucketFault {
    if (this.#fault?.code !== fault.code) this.#log.error({ code: fault.code }, fault.message);
    this.#fault = fault;
    return fault;
  }
}
