import { createReadStream } from 'node:fs';
import { type Duplex, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { createZstdDecompress } from 'node:zlib';
import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { Extract, Header as TarHeader } from 'tar-stream';
import { DomainError } from '../../platform/errors.ts';
import {
  cutOff,
  damaged,
  encrypted,
  notEncrypted,
  notOurs,
  unknownFormat,
  wrongPassphrase,
} from './errors.ts';

/*
 * A backup is a tar file compressed with zstd and, with a passphrase, encrypted with age: the tools "age", "zstd" and "tar"
 * read it too. Its first part says what it is, its last part has the SHA-256 of all others.
 */

export const HEADER_NAME = 'galley-backup.json';
export const MANIFEST_NAME = 'manifest.json';

const FORMAT = 1;

export const READ_BYTES = 256 * 1024;

/** The content of the first part. */
export const Header = Type.Object({
  product: Type.Literal('galley'),
  format: Type.Integer(),
  program_version: Type.String(),
  created_at: Type.String(),
  /** Bytes of all parts between the header and the manifest. */
  bytes: Type.Integer({ minimum: 0 }),
});
export type Header = Static<typeof Header>;

const Part = Type.Object({ name: Type.String(), bytes: Type.Integer(), sha256: Type.String() });
export type Part = Static<typeof Part>;

/** Media files that are beside the archive. */
const Media = Type.Object({
  /** Key of age for each file; empty: they are not encrypted. */
  identity: Type.String(),
  /** Each file: its path in the data directory, and its name at the target. */
  parts: Type.Array(Type.Composite([Part, Type.Object({ at: Type.String() })])),
});
export type Media = Static<typeof Media>;

/** The content of the last part. A backup without it is incomplete. */
export const Manifest = Type.Object({
  parts: Type.Array(Part),
  /** Rows of the database by table. */
  rows: Type.Record(Type.String(), Type.Integer()),
  media: Type.Optional(Media),
});
export type Manifest = Static<typeof Manifest>;

export const newHeader = (version: string, createdAt: string, bytes: number): Header => ({
  product: 'galley',
  format: FORMAT,
  program_version: version,
  created_at: createdAt,
  bytes,
});

/** A part of an archive that is being read. */
export interface ReceivedPart {
  name: string;
  bytes: number;
  content: AsyncIterable<Uint8Array>;
}

/**
 * Reads an archive from beginning to end: `onHeader`, then `onPart` for each part, which reads all of its content. Returns
 * the manifest. Throws `validation_failed` if it is not a whole backup of this program, or if the passphrase is wrong.
 */
export async function readArchive(
  path: string,
  passphrase: string,
  {
    onHeader,
    onPart,
  }: { onHeader(header: Header): Promise<void>; onPart(part: ReceivedPart): Promise<void> },
): Promise<Manifest> {
  // Imported here, because a server needs neither tar nor the encryption until a backup is read.
  const { extract } = await import('tar-stream');
  const source = await openPlain(path, passphrase);
  const parts = extract();
  const feeding = pipeline(source, createZstdDecompress() as Duplex, parts).catch((error) => {
    parts.destroy(error);
  });
  try {
    return await readParts(parts, onHeader, onPart);
  } catch (error) {
    throw error instanceof DomainError || (error as NodeJS.ErrnoException).syscall !== undefined
      ? error
      : damaged((error as Error).message);
  } finally {
    parts.destroy();
    source.destroy();
    await feeding;
  }
}

/** The library does not declare the type of the chunks. */
type Entry = AsyncIterable<Uint8Array> & { header: TarHeader };

async function readParts(
  parts: Extract,
  onHeader: (header: Header) => Promise<void>,
  onPart: (part: ReceivedPart) => Promise<void>,
): Promise<Manifest> {
  let header: Header | undefined;
  let manifest: Manifest | undefined;
  for await (const entry of parts as AsyncIterable<Entry>) {
    const { name, size: bytes = 0, type } = entry.header;
    if (manifest !== undefined) throw damaged(`there is "${name}" after the end`);
    if (type !== 'file') throw damaged(`"${name}" is not a file`);
    if (header === undefined) {
      if (name !== HEADER_NAME) throw notOurs();
      header = readHeader(await readText(entry, bytes));
      await onHeader(header);
    } else if (name === MANIFEST_NAME) {
      manifest = parseJson(Manifest, await readText(entry, bytes));
      if (manifest === undefined) throw damaged('its manifest cannot be read');
    } else await onPart({ name, bytes, content: entry });
  }
  if (header === undefined) throw notOurs();
  if (manifest === undefined) throw cutOff();
  return manifest;
}

/** Longest header or manifest: some 100 bytes for each media file. */
const MAX_TEXT_BYTES = 512 * 1024 * 1024;

async function readText(content: AsyncIterable<Uint8Array>, bytes: number): Promise<string> {
  if (bytes > MAX_TEXT_BYTES) throw damaged('its manifest is too long');
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function readHeader(text: string): Header {
  const header = parseJson(Header, text);
  if (header === undefined) throw notOurs();
  if (header.format !== FORMAT) throw unknownFormat(header.program_version);
  return header;
}

function parseJson<Schema extends typeof Header | typeof Manifest>(
  schema: Schema,
  text: string,
): Static<Schema> | undefined {
  try {
    const value = JSON.parse(text);
    return Value.Check(schema, value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const AGE_MAGIC = 'age-encryption.org/v1\n';
const ZSTD_MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/** Opens the archive, and decrypts it if it is encrypted. */
async function openPlain(path: string, passphrase: string): Promise<Readable> {
  const head = Buffer.from(await Bun.file(path).slice(0, AGE_MAGIC.length).arrayBuffer());
  const isEncrypted = head.toString('latin1') === AGE_MAGIC;
  if (!isEncrypted && !head.subarray(0, ZSTD_MAGIC.length).equals(ZSTD_MAGIC)) throw notOurs();
  const source = createReadStream(path, { highWaterMark: READ_BYTES });
  if (!isEncrypted) {
    if (passphrase !== '') throw notEncrypted();
    return source;
  }
  if (passphrase === '') throw encrypted();
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  try {
    return fromWeb(await decrypter.decrypt(toWeb(source)));
  } catch (error) {
    source.destroy();
    throw /no identity matched/i.test((error as Error).message)
      ? wrongPassphrase()
      : damaged((error as Error).message);
  }
}

export const toWeb = (stream: Readable) =>
  Readable.toWeb(stream) as unknown as globalThis.ReadableStream<Uint8Array>;
export const fromWeb = (stream: unknown) => Readable.fromWeb(stream as ReadableStream);
