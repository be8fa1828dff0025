import { sha256Hex } from '../../platform/security/crypto.ts';
import type { BucketClient, BucketRequest } from './client.ts';
import { BucketFault, textOf } from './faults.ts';

/** Larger files are sent in parts of this size, so that a broken connection costs one part. A part is held in memory. */
export const PART_BYTES = 8 * 1024 * 1024;

/** Time limit of one part, enough for a slow line. */
const PART_TIMEOUT_MS = 120_000;

/**
 * Stores a large file in parts. The service compares each part with its SHA-256. An upload that fails is removed, so
 * that nothing of it is stored and paid for.
 */
export async function uploadInParts(
  client: BucketClient,
  key: string,
  blob: Blob,
  timeoutMs: number,
): Promise<void> {
  const ask = async (request: Omit<BucketRequest, 'key' | 'doing' | 'timeoutMs'>, limit = timeoutMs) => {
    const response = await client.send({ ...request, key, doing: 'write', timeoutMs: limit });
    if (!response.ok) throw await client.refusal(response, 'write');
    return response;
  };
  const begun = await ask({
    method: 'POST',
    query: { uploads: '' },
    headers: { 'content-type': 'application/octet-stream' },
  });
  const uploadId = textOf(await client.readText(begun), 'UploadId');
  try {
    const tags: string[] = [];
    for (let start = 0; start < blob.size; start += PART_BYTES) {
      const part = await blob.slice(start, start + PART_BYTES).bytes();
      const query = { partNumber: String(tags.length + 1), uploadId };
      const body = { blob: new Blob([part]), sha256: sha256Hex(part) };
      const response = await ask({ method: 'PUT', query, body }, PART_TIMEOUT_MS);
      tags.push(response.headers.get('etag') ?? '');
      await response.body?.cancel();
    }
    const list = tags.map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag}</ETag></Part>`);
    const xml = `<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`;
    const body = { blob: new Blob([xml]), sha256: sha256Hex(xml) };
    const done = await ask({ method: 'POST', query: { uploadId }, body }, PART_TIMEOUT_MS);
    // It can fail after the status was sent.
    const code = textOf(await client.readText(done), 'Code');
    if (code !== '')
      throw new BucketFault(code, client.address, 'the parts of a file could not be joined. Try again.');
  } catch (error) {
    await abort(client, key, uploadId, timeoutMs).catch(() => {});
    throw error;
  }
}

/**
 * Removes the parts of uploads that began before `before` (ms) and were not finished, because their server was killed.
 * Returns how many there were. Services without that list, or access keys without the right to it, have none to remove.
 */
export async function abortUnfinished(
  client: BucketClient,
  before: number,
  timeoutMs: number,
): Promise<number> {
  const query = { uploads: '', prefix: client.prefix };
  const response = await client.send({ method: 'GET', query, doing: 'list', timeoutMs });
  const page = response.ok ? await client.readText(response) : '';
  let aborted = 0;
  for (const entry of page.split('<Upload>').slice(1)) {
    const key = textOf(entry, 'Key');
    const isOwn = key.startsWith(client.prefix) && Date.parse(textOf(entry, 'Initiated')) < before;
    if (!isOwn) continue;
    await abort(client, key.slice(client.prefix.length), textOf(entry, 'UploadId'), timeoutMs);
    aborted += 1;
  }
  return aborted;
}

async function abort(client: BucketClient, key: string, uploadId: string, timeoutMs: number): Promise<void> {
  const response = await client.send({
    method: 'DELETE',
    key,
    query: { uploadId },
    doing: 'delete',
    timeoutMs,
  });
  await response.body?.cancel();
}
