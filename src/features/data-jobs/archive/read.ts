import type { Static, TSchema } from '@sinclair/typebox';
import type { Entry, ZipFile } from 'yauzl';
import { DomainError } from '../../../platform/errors.ts';
import { checkerOf } from '../../../platform/json/input.ts';
import { damagedExport, newerExport, notAnExport } from '../errors.ts';
import {
  FORMAT,
  HEADER_NAME,
  Header,
  isPartName,
  MANIFEST_NAME,
  Manifest,
  ROW_KINDS,
  ROWS,
  type Row,
  type RowKind,
  rowsName,
} from './format.ts';

/** Limits that apply whatever the manifest says. */
const MAX_PARTS = 500_000;
const MAX_HEADER_BYTES = 1024 * 1024;
const MAX_MANIFEST_BYTES = 128 * 1024 * 1024;
/** Longest row. A content has up to 2 MB, and its quotes are escaped. */
const MAX_LINE_BYTES = 32 * 1024 * 1024;
/** Highest ratio of compression. Rows and mails do not reach it, decompression bombs do. Small parts may. */
const MAX_RATIO = 400;
const SMALL_BYTES = 10 * 1024 * 1024;

/** Reads an export of a tenant. Refuses parts that differ from the manifest. */
export class ExportReader {
  readonly header: Header;
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>, header: Header) {
    this.#zip = zip;
    this.#entries = entries;
    this.header = header;
  }

  /** Throws `validation_failed` for a file of another kind, a newer format, or one that is cut off. */
  static async open(path: string): Promise<ExportReader> {
    if (!(await Bun.file(path).exists())) throw damagedExport('its file is missing');
    const head = Buffer.from(await Bun.file(path).slice(0, 2).arrayBuffer());
    if (head.toString('latin1') !== 'PK') throw notAnExport();
    const { openPromise } = await import('yauzl');
    const zip = await openPromise(path, { autoClose: false, lazyEntries: true }).catch((error) => {
      throw damagedExport(`its end is missing or damaged (${error.message})`);
    });
    try {
      const entries = await readEntries(zip);
      const entry = entries.get(HEADER_NAME);
      if (entry === undefined) throw notAnExport();
      return new ExportReader(zip, entries, await readHeader(zip, entry));
    } catch (error) {
      zip.close();
      throw error instanceof DomainError ? error : damagedExport((error as Error).message);
    }
  }

  close(): void {
    this.#zip.close();
  }

  /**
   * Compares every part with the manifest, which must name all parts, and returns the manifest. `onBytes` receives the
   * number of bytes read.
   */
  async verify(onBytes: (done: number, total: number) => Promise<void>): Promise<Manifest> {
    const manifest = await this.#readManifest();
    const listed = new Set([MANIFEST_NAME, ...manifest.parts.map(({ name }) => name)]);
    if (listed.size !== this.#entries.size || listed.size !== manifest.parts.length + 1)
      throw damagedExport('its parts are not those of its manifest');
    for (const kind of ROW_KINDS)
      if (!listed.has(rowsName(kind))) throw damagedExport(`${rowsName(kind)} is missing`);
    const total = manifest.parts.reduce((sum, { bytes }) => sum + bytes, 0);
    let done = 0;
    for (const { name, bytes, sha256 } of manifest.parts) {
      const entry = this.#entries.get(name);
      if (entry?.uncompressedSize !== bytes) throw damagedExport(`${name} has another size than it had`);
      const hash = new Bun.CryptoHasher('sha256');
      for await (const chunk of this.read(name)) {
        hash.update(chunk);
        done += chunk.length;
      }
      if (hash.digest('hex') !== sha256) throw damagedExport(`${name} has other contents than it had`);
      await onBytes(done, total);
    }
    return manifest;
  }

  /** The bytes of a part. Throws if it is longer than the archive says. */
  async *read(name: string): AsyncGenerator<Uint8Array> {
    const entry = this.#entries.get(name);
    if (entry === undefined) throw damagedExport(`${name} is missing`);
    try {
      for await (const chunk of await this.#zip.openReadStreamPromise(entry)) yield chunk as Uint8Array;
    } catch (error) {
      throw error instanceof DomainError ? error : damagedExport(`${name}: ${(error as Error).message}`);
    }
  }

  /** The rows of one kind in order, in groups of `atOnce`. */
  async *rows<Kind extends RowKind>(kind: Kind, atOnce: number): AsyncGenerator<Row<Kind>[]> {
    const checker = checkerOf(ROWS[kind]);
    let batch: Row<Kind>[] = [];
    for await (const line of splitLines(this.read(rowsName(kind)))) {
      const row = parseLine(line);
      if (!checker.Check(row)) throw damagedExport(`${rowsName(kind)} has a row that cannot be read`);
      batch.push(row as Row<Kind>);
      if (batch.length < atOnce) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  }

  async #readManifest(): Promise<Manifest> {
    const entry = this.#entries.get(MANIFEST_NAME);
    if (entry === undefined) throw damagedExport('its manifest is missing');
    const manifest = parse(Manifest, await readText(this.#zip, entry, MAX_MANIFEST_BYTES));
    if (manifest === undefined) throw damagedExport('its manifest cannot be read');
    return manifest;
  }
}

async function readEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MAX_PARTS) throw damagedExport(`it has more than ${MAX_PARTS} parts`);
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    const { fileName: name, uncompressedSize: bytes, compressedSize } = entry;
    if (name !== HEADER_NAME && name !== MANIFEST_NAME && !isPartName(name))
      throw entries.size === 0
        ? notAnExport()
        : damagedExport(`"${name.slice(0, 100)}" does not belong in it`);
    if (entries.has(name)) throw damagedExport(`${name} is in it twice`);
    if (bytes > SMALL_BYTES && bytes > compressedSize * MAX_RATIO)
      throw damagedExport(`${name} is a few bytes that would become very many`);
    if (entry.isEncrypted()) throw damagedExport(`${name} is encrypted`);
    entries.set(name, entry);
  }
  return entries;
}

async function readHeader(zip: ZipFile, entry: Entry): Promise<Header> {
  const text = await readText(zip, entry, MAX_HEADER_BYTES);
  const header = parse(Header, text);
  if (header === undefined) throw notAnExport();
  if (header.format > FORMAT) throw newerExport(header.program_version.slice(0, 40));
  return header;
}

async function readText(zip: ZipFile, entry: Entry, maxBytes: number): Promise<string> {
  if (entry.uncompressedSize > maxBytes) throw damagedExport(`${entry.fileName} is too long`);
  const chunks: Buffer[] = [];
  for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function parse<Schema extends TSchema>(schema: Schema, text: string): Static<Schema> | undefined {
  const value = parseLine(text);
  return checkerOf(schema).Check(value) ? (value as Static<Schema>) : undefined;
}

function parseLine(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function* splitLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let pending: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      const line = Buffer.concat([...pending, chunk.subarray(start, end)]).toString('utf8');
      [pending, bytes, start] = [[], 0, end + 1];
      if (line !== '') yield line;
    }
    pending.push(chunk.subarray(start));
    bytes += chunk.length - start;
    if (bytes > MAX_LINE_BYTES) throw damagedExport('it has a row that is too long');
  }
  if (bytes > 0) yield Buffer.concat(pending).toString('utf8');
}
