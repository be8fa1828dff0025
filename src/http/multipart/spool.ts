import { type FileHandle, open, rm } from 'node:fs/promises';
import { HEAD_BYTES, type SpooledFile, spooledFile } from '../../platform/upload.ts';
import { fieldIsNoFile, fieldTwice, fileElsewhere, fileEmpty, fileMissing, fileTooLarge } from './errors.ts';
import type { FormPart } from './form.ts';

export interface SpooledForm {
  file: SpooledFile;
  /** The name it came under. */
  field: string;
  /** The form's texts by name, without the empty ones: that is how a form says that there is nothing. */
  fields: Map<string, string>;
}

export interface SpoolTask {
  parts: AsyncIterable<FormPart>;
  /** Names the part that is the file may have. */
  fieldNames: readonly [string, ...string[]];
  maxBytes: number;
  /** Where the file is written; nothing may be there. */
  path: string;
}

/** What is written at once: chunks come in pieces of 64 KB, and each write is a trip to another thread. */
const WRITE_BYTES = 256 * 1024;

/**
 * Writes the file of a form to the disk as it comes in, counting and hashing. Nothing is left behind on failure.
 * Throws `validation_failed`, `too_large`, and what reading the form and writing the file throw.
 */
export async function spoolForm(task: SpoolTask): Promise<SpooledForm> {
  const target = await open(task.path, 'wx', 0o600);
  try {
    const form = await readParts(task, target);
    await target.close();
    return form;
  } catch (error) {
    await target.close().catch(() => {});
    await rm(task.path, { force: true });
    throw error;
  }
}

async function readParts(task: SpoolTask, target: FileHandle): Promise<SpooledForm> {
  const { fieldNames, path } = task;
  let [field] = fieldNames;
  const fields = new Map<string, string>();
  const content = createContent(target, task.maxBytes);
  let filename: string | undefined;
  for await (const part of task.parts) {
    if (part.kind === 'bytes') await content.add(part.bytes);
    else if (part.kind === 'field') addField(fields, part, fieldNames);
    else if (!fieldNames.includes(part.name)) throw fileElsewhere(field, part.name);
    else {
      field = part.name;
      filename = part.filename;
    }
  }
  const { bytes, sha256, head } = await content.finish();
  // A form in which nobody has chosen a file has one of no name and no bytes.
  if (filename === undefined || (filename === '' && bytes === 0)) throw fileMissing(field);
  if (bytes === 0) throw fileEmpty(field);
  const texts = [...fields].filter(([, value]) => value !== '');
  return { file: spooledFile({ path, filename, bytes, sha256, head }), field, fields: new Map(texts) };
}

function addField(
  fields: Map<string, string>,
  part: { name: string; value: string },
  fieldNames: readonly string[],
): void {
  if (fieldNames.includes(part.name)) throw fieldIsNoFile(part.name);
  if (fields.has(part.name)) throw fieldTwice(part.name);
  fields.set(part.name, part.value);
}

/** What a file is found to be while it is written. */
function createContent(target: FileHandle, maxBytes: number) {
  const hash = new Bun.CryptoHasher('sha256');
  // Of its own memory: that of the chunks is given back while they would be waiting here.
  let waiting = new Uint8Array();
  let filled = 0;
  let written = 0;
  let head = new Uint8Array();
  const flush = async (): Promise<void> => {
    const bytes = waiting.subarray(0, filled);
    if (written === 0) head = bytes.slice(0, HEAD_BYTES);
    hash.update(bytes);
    await target.writeFile(bytes);
    written += filled;
    filled = 0;
  };
  return {
    async add(chunk: Uint8Array): Promise<void> {
      // The parser passes on no empty ones: its memory was given back while it was waiting here.
      if (chunk.byteLength === 0) throw new Error('a part of the file is gone');
      if (written + filled + chunk.byteLength > maxBytes) throw fileTooLarge(maxBytes);
      // Not before there is something to write: hundreds of uploads may wait for their turn.
      if (waiting.byteLength === 0) waiting = new Uint8Array(WRITE_BYTES);
      for (let taken = 0; taken < chunk.byteLength; ) {
        const part = chunk.subarray(taken, taken + WRITE_BYTES - filled);
        waiting.set(part, filled);
        filled += part.byteLength;
        taken += part.byteLength;
        if (filled === WRITE_BYTES) await flush();
      }
    },
    async finish() {
      await flush();
      return { bytes: written, sha256: hash.digest('hex'), head };
    },
  };
}
