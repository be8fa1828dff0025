import { type FileHandle, open, rm } from 'node:fs/promises';
import { HEAD_BYTES, type SpooledFile, spooledFile } from '../../platform/files/upload.ts';
import { fieldIsNoFile, fieldTwice, fileElsewhere, fileEmpty, fileMissing, fileTooLarge } from './errors.ts';
import type { FormPart } from './form.ts';

export interface SpooledForm {
  /** Undefined if the form has no file. */
  file: SpooledFile | undefined;
  /** The name of the file's field. */
  field: string;
  /** The form's texts by name, without empty ones, which browsers send for empty fields. */
  fields: Map<string, string>;
}

interface SpoolTask {
  parts: AsyncIterable<FormPart>;
  /** Names that the file's field may have. */
  fieldNames: readonly [string, ...string[]];
  /** The form may have no file. */
  isOptional: boolean;
  maxBytes: number;
  /** Where the file is written. No file may exist there. */
  path: string;
}

/** Bytes per write. Chunks have 64 KB, and each write switches to another thread. */
const WRITE_BYTES = 256 * 1024;

/**
 * Writes the file of a form to the disk as it arrives, and counts and hashes it. After a failure, or without a file,
 * nothing is left on the disk. Throws `validation_failed`, `too_large`, and the errors of reading the form and writing
 * the file.
 */
export async function spoolForm(task: SpoolTask): Promise<SpooledForm> {
  const target = await open(task.path, 'wx', 0o600);
  try {
    const form = await readParts(task, target);
    await target.close();
    if (form.file === undefined) await rm(task.path, { force: true });
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
  const content = createFileWriter(target, task.maxBytes);
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
  // If no file was chosen, browsers send one without name and bytes.
  const isMissing = filename === undefined || (filename === '' && bytes === 0);
  const texts = new Map([...fields].filter(([, value]) => value !== ''));
  if (isMissing && task.isOptional) return { file: undefined, field, fields: texts };
  if (filename === undefined || isMissing) throw fileMissing(field);
  if (bytes === 0) throw fileEmpty(field);
  return { file: spooledFile({ path, filename, bytes, sha256, head }), field, fields: texts };
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

/** Writes a file and determines its size, hash and first bytes. */
function createFileWriter(target: FileHandle, maxBytes: number) {
  const hash = new Bun.CryptoHasher('sha256');
  // A copy, because the memory of the chunks is freed before the copy is written.
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
      // The parser sends no empty chunks, so the memory of this one was freed too early.
      if (chunk.byteLength === 0) throw new Error('a part of the file is gone');
      if (written + filled + chunk.byteLength > maxBytes) throw fileTooLarge(maxBytes);
      // Allocated late, because hundreds of uploads may wait for a permit.
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
