import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, extname, join, relative } from 'node:path';
import mjml2html from 'mjml';
import { type ImportInput, importContent } from '../../src/mail/import/index.ts';
import { parseContent, type TemplateContent, walkBlocks } from '../../src/mail/model/index.ts';
import { renderHtml } from '../../src/mail/render/index.ts';
import { assets } from '../browser/pictures.ts';
import { makeSizeReader } from './placeholders.ts';

/** A mail of the collection: its file, and the mail as its makers send it. */
export interface SourceMail {
  name: string;
  folder: string;
  input: ImportInput;
  original: string;
}

/** A mail after import and rendering. */
interface ImportedMail {
  html: string;
  /** Blocks other than sections, and those of them that are HTML. */
  blocks: number;
  htmlBlocks: number;
  notes: string[];
}

const MAX_BYTES = 4 * 1024 * 1024;

/**
 * Reads the mails below a folder: `.html` and `.mjml` files, and Beefree or Unlayer designs (`.json`) that have an
 * HTML export of the same name beside them. Files of other kinds and parts of mails are left out.
 */
export async function readMails(root: string): Promise<SourceMail[]> {
  const isFile = statSync(root).isFile();
  const base = isFile ? dirname(root) : root;
  const paths = isFile ? [root] : filesBelow(root).sort();
  const mails: SourceMail[] = [];
  for (const path of paths) {
    const mail = await readMail(path);
    if (mail) mails.push({ ...mail, name: relative(base, path), folder: dirname(path) });
  }
  return mails;
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith('.') || entry.name === 'node_modules') return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

async function readMail(path: string): Promise<Pick<SourceMail, 'input' | 'original'> | undefined> {
  const kind = extname(path).toLowerCase();
  if (!/^\.(?:html?|mjml|json)$/.test(kind) || statSync(path).size > MAX_BYTES) return undefined;
  const body = readFileSync(path, 'utf8');
  if (kind === '.mjml') {
    if (!body.includes('<mj-body')) return undefined;
    const includes = readIncludes(path, body);
    return { input: { format: 'mjml', body, includes }, original: await compileMjml(body, includes) };
  }
  if (kind !== '.json') return { input: { format: 'html', body, includes: {} }, original: body };
  const exported = path.replace(/\.json$/i, '.html');
  if (!existsSync(exported)) return undefined;
  const format = /"page"\s*:/.test(body) ? 'beefree' : 'unlayer';
  return { input: { format, body, includes: {} }, original: readFileSync(exported, 'utf8') };
}

const INCLUDE = /<mj-include\s[^>]*path="(?:\.\/)?([^"]+)"[^>]*\/?>/g;

function readIncludes(path: string, body: string): Record<string, string> {
  const includes: Record<string, string> = {};
  for (const [, name = ''] of body.matchAll(INCLUDE)) {
    const file = join(dirname(path), name);
    if (existsSync(file)) includes[name] = readFileSync(file, 'utf8');
  }
  return includes;
}

async function compileMjml(body: string, includes: Record<string, string>): Promise<string> {
  const source = body.replace(INCLUDE, (_, name: string) => includes[name] ?? '');
  const options = { validationLevel: 'skip', fonts: {}, ignoreIncludes: true, keepComments: false } as const;
  return (await mjml2html(source, options)).html;
}

/** Imports a mail and renders the result as an export does. Throws when the import refuses it. */
export async function importAndRender({
  input: source,
  original,
  folder,
}: SourceMail): Promise<ImportedMail> {
  const input = { ...source, pictureSizes: await readSizes(source, makeSizeReader(original, folder)) };
  let count = 0;
  const makeId = () => {
    count += 1;
    return `id-${count}`;
  };
  const imported = importContent(input, { makeId });
  if (!imported.ok) throw new Error(imported.message);
  const parsed = parseContent(imported.content, { makeId, unknownBlockTypes: 'refuse' });
  if (!parsed.ok) throw new Error(`The imported content is invalid: ${JSON.stringify(parsed.faults)}`);
  const { html } = await renderHtml(parsed.content, { assets });
  return { html, ...countBlocks(parsed.content), notes: imported.report.notes.map(({ what }) => what) };
}

/** The sizes of pictures without a width, as the service reads them from the files. */
async function readSizes(
  input: ImportInput,
  sizeOf: ReturnType<typeof makeSizeReader>,
): Promise<NonNullable<ImportInput['pictureSizes']>> {
  const imported = importContent(input, { makeId: () => 'id' });
  const sizes: [string, { width: number; height: number }][] = [];
  for (const address of imported.ok ? imported.unsized : []) {
    const size = await sizeOf(address);
    if (size) sizes.push([address, { width: size.width, height: size.height }]);
  }
  return Object.fromEntries(sizes);
}

function countBlocks(content: TemplateContent): { blocks: number; htmlBlocks: number } {
  const leaves = [...walkBlocks(content)].filter(({ block }) => block.type !== 'section');
  return { blocks: leaves.length, htmlBlocks: leaves.filter(({ block }) => block.type === 'html').length };
}
