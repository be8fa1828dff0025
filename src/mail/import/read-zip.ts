import { posix } from 'node:path';
import { type Entry, fromBufferPromise } from 'yauzl';
import { decodeText } from '../parse/decode-text.ts';
import { decodePercent } from '../parse/escape.ts';
import { ImportRefusal } from './context.ts';
import type { PicturedMail } from './formats.ts';
import { readEml } from './read-eml.ts';

/** Most files of an archive. */
const MAX_FILES = 1_000;
/** Most bytes that are unpacked of an archive. */
const MAX_BYTES = 24 * 1024 * 1024;
/** Media types of pictures by file extension. */
const PICTURE_TYPES: ReadonlyMap<string, string> = new Map([
  ['.png', 'image/png'],
  ['.jpg', 'image/jpeg'],
  ['.jpeg', 'image/jpeg'],
  ['.gif', 'image/gif'],
  ['.webp', 'image/webp'],
  ['.avif', 'image/avif'],
  ['.svg', 'image/svg+xml'],
]);

/**
 * Reads the mail in a zip archive, as editors export it: a design, an MJML or an HTML file.
 * @param source the archive as base64
 * @throws ImportRefusal if it is no archive, contains no mail, or is too large
 */
export async function readZip(source: string): Promise<PicturedMail> {
  const files = await readFiles(Buffer.from(source, 'base64'));
  const name = findMail(files);
  if (name !== undefined && extensionOf(name) === '.eml') return readEml(files.get(name) as Buffer);
  if (name === undefined) {
    throw new ImportRefusal(
      'not_that_format',
      'The archive has no mail. Put an .html, .mjml or .json file of it into the archive.',
    );
  }
  const folder = posix.dirname(name);
  const [, base = ''] =
    /<base\s[^<>]{0,200}\bhref\s*=\s*["']?((?![a-z]+:|\/\/)[^"'\s<>]{1,300})/i.exec(textOf(files, name)) ??
    [];
  const byFoldedName = new Map([...files.keys()].map((path) => [path.toLowerCase(), path]));
  return {
    input: readInput(files, name),
    pictureAt(address) {
      // Programs write addresses with back slashes, a query, or other case than the files have.
      const plain = decodePercent(address.trim().replace(/[?#].*$/s, '')).replaceAll('\\', '/');
      const path = posix.join(folder, base, plain).replace(/^\/+/, '').toLowerCase();
      const found = byFoldedName.get(path) ?? byFoldedName.get(plain.replace(/^\/+/, '').toLowerCase());
      const type = PICTURE_TYPES.get(extensionOf(path));
      const bytes = found && files.get(found);
      return type && bytes ? { type, bytes } : undefined;
    },
  };
}

function readInput(files: Files, name: string): PicturedMail['input'] {
  const body = textOf(files, name);
  const extension = extensionOf(name);
  if (extension === '.json') return { format: 'design', body };
  if (extension !== '.mjml') return { format: 'html', body };
  const others = [...files.keys()].filter((each) => each !== name && INCLUDABLE.has(extensionOf(each)));
  const includes = others.map((each) => [posix.relative(posix.dirname(name), each), textOf(files, each)]);
  return { format: 'mjml', body, includes: Object.fromEntries(includes) };
}

type Files = ReadonlyMap<string, Buffer>;

function textOf(files: Files, name: string): string {
  const bytes = files.get(name);
  return bytes === undefined ? '' : decodeText(bytes);
}

/** The extension of a file in lower case, with its dot. */
function extensionOf(name: string): string {
  return posix.extname(name).toLowerCase();
}

/** Files that an MJML file can include. */
const INCLUDABLE: ReadonlySet<string> = new Set(['.mjml', '.html', '.css']);

/** Extensions of mails, best first: a design has more structure than HTML. */
const MAIL_EXTENSIONS = ['.json', '.mjml', '.html', '.htm', '.eml'];

/** The file of the mail: the lowest rank. Undefined for an archive without a mail. */
function findMail(files: Files): string | undefined {
  const ranked = [...files.keys()]
    .filter((name) => MAIL_EXTENSIONS.includes(extensionOf(name)))
    .map((name) => ({ name, rank: rankOf(name, textOf(files, name)) }));
  return ranked.sort((one, other) => compareRanks(one.rank, other.rank))[0]?.name;
}

/** Designs first, then MJML; of one kind that nearest to the top folder, named index, or the first. */
function rankOf(name: string, text: string): readonly number[] {
  const extension = extensionOf(name);
  const isOtherJson = extension === '.json' && !/"(?:rows|components|blocks|childrenIds|body)"/.test(text);
  const isPartial = extension === '.mjml' && !text.includes('<mj-body');
  const isIndex = /^(?:index|email|mail|template)\./i.test(posix.basename(name));
  return [
    isOtherJson || isPartial ? MAIL_EXTENSIONS.length : MAIL_EXTENSIONS.indexOf(extension),
    name.split('/').length,
    isIndex ? 0 : 1,
  ];
}

function compareRanks(ranks: readonly number[], others: readonly number[]): number {
  const at = ranks.findIndex((value, index) => value !== others[index]);
  return at < 0 ? 0 : (ranks[at] ?? 0) - (others[at] ?? 0);
}

/** The unpacked files of an archive that a mail can use, by path. */
async function readFiles(bytes: Buffer): Promise<Files> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true }).catch(() => refuseArchive());
  const files = new Map<string, Buffer>();
  let room = MAX_BYTES;
  let count = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      count += 1;
      if (count > MAX_FILES) refuseSize();
      if (!isUsable(entry)) continue;
      if (entry.uncompressedSize > room) refuseSize();
      const stream = await zip.openReadStreamPromise(entry);
      const chunks: Buffer[] = [];
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        room -= chunk.length;
        if (room < 0) refuseSize();
        chunks.push(chunk);
      }
      files.set(entry.fileName, Buffer.concat(chunks));
    }
  } catch (error) {
    throw error instanceof ImportRefusal ? error : refuseArchive();
  }
  return files;
}

function isUsable({ fileName }: Entry): boolean {
  if (/(?:^|\/)(?:__MACOSX\/|\.)/.test(fileName)) return false;
  const extension = extensionOf(fileName);
  return PICTURE_TYPES.has(extension) || MAIL_EXTENSIONS.includes(extension) || INCLUDABLE.has(extension);
}

function refuseArchive(): never {
  throw new ImportRefusal(
    'not_that_format',
    'The source is no zip archive as base64, or the archive is damaged.',
  );
}

function refuseSize(): never {
  throw new ImportRefusal(
    'too_large',
    `The archive has more than ${MAX_FILES} files or ${MAX_BYTES / 1024 ** 2} MB. Leave out what the mail does not need.`,
  );
}
