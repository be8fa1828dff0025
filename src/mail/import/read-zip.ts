import { posix } from 'node:path';
import { type Entry, fromBufferPromise } from 'yauzl';
import { ImportRefusal } from './context.ts';
import type { PicturedMail } from './formats.ts';

/** Most files of an archive, and bytes of all that is read of it. */
const MAX_FILES = 1_000;
const MAX_BYTES = 24 * 1024 * 1024;
/** Types of pictures by the ending of their name. */
const TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  svg: 'image/svg+xml',
};

/**
 * Reads the mail in a zip archive, as editors export it: a design, an MJML or an HTML file.
 * @param source the archive as base64
 * @throws ImportRefusal for what is no archive, holds no mail, or is too large
 */
export async function readZip(source: string): Promise<PicturedMail> {
  const files = await readFiles(Buffer.from(source, 'base64'));
  const [name] = [...files.keys()].filter(isMail).sort(compareMails(files));
  if (name === undefined) {
    throw new ImportRefusal('not_that_format', 'The archive holds no .html, .mjml or .json file of a mail.');
  }
  const folder = posix.dirname(name);
  return {
    input: readInput(files, name),
    pictureAt(address) {
      const path = posix.join(folder, decode(address.trim()));
      const type = TYPES[posix.extname(path).slice(1).toLowerCase()];
      const bytes = files.get(path) ?? files.get(path.replace(/^\/+/, ''));
      return type && bytes ? { type, bytes } : undefined;
    },
  };
}

function readInput(files: Files, name: string): PicturedMail['input'] {
  const body = textOf(files, name);
  if (name.endsWith('.json')) return { format: 'design', body };
  if (!name.endsWith('.mjml')) return { format: 'html', body };
  const included = [...files.keys()].filter((each) => /\.(?:mjml|html|css)$/.test(each) && each !== name);
  const includes = included.map((each) => [posix.relative(posix.dirname(name), each), textOf(files, each)]);
  return { format: 'mjml', body, includes: Object.fromEntries(includes) };
}

type Files = ReadonlyMap<string, Buffer>;

function textOf(files: Files, name: string): string {
  return files.get(name)?.toString('utf8') ?? '';
}

/** Kinds of mails, the one that says most first. */
const KINDS = ['.json', '.mjml', '.html', '.htm'];

function isMail(name: string): boolean {
  return KINDS.includes(posix.extname(name).toLowerCase());
}

/** Designs first, then MJML; of one kind that nearest to the top, named index, or the largest. */
function compareMails(files: Files) {
  const rank = (name: string): [number, number, number, number] => {
    const kind = posix.extname(name).toLowerCase();
    const text = textOf(files, name);
    const isDesign = kind !== '.json' || /"(?:rows|components|blocks|childrenIds|body)"/.test(text);
    const isPart = kind === '.mjml' && !text.includes('<mj-body');
    const isIndex = /^(?:index|email|mail|template)\./i.test(posix.basename(name));
    return [
      isDesign && !isPart ? KINDS.indexOf(kind) : KINDS.length,
      name.split('/').length,
      isIndex ? 0 : 1,
      -text.length,
    ];
  };
  return (one: string, other: string): number => {
    const [ranks, others] = [rank(one), rank(other)];
    const at = ranks.findIndex((value, index) => value !== others[index]);
    return at < 0 ? 0 : (ranks[at] ?? 0) - (others[at] ?? 0);
  };
}

function decode(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/** The files of an archive that a mail needs, by path. */
async function readFiles(bytes: Buffer): Promise<Files> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true }).catch(() => refuseArchive());
  const files = new Map<string, Buffer>();
  let room = MAX_BYTES;
  let count = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      count += 1;
      if (count > MAX_FILES) refuseSize();
      if (!isNeeded(entry)) continue;
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

function isNeeded({ fileName }: Entry): boolean {
  if (/(?:^|\/)(?:__MACOSX\/|\.)/.test(fileName)) return false;
  const ending = posix.extname(fileName).slice(1).toLowerCase();
  return Object.hasOwn(TYPES, ending) || /^(?:html?|mjml|json|css)$/.test(ending);
}

function refuseArchive(): never {
  throw new ImportRefusal('not_that_format', 'This is no zip archive as base64, or it is damaged.');
}

function refuseSize(): never {
  throw new ImportRefusal(
    'too_large',
    `The archive has more than ${MAX_FILES} files or ${MAX_BYTES / 1024 ** 2} MB. Leave out what the mail does not need.`,
  );
}
