import PostalMime from 'postal-mime';
import { decodeText } from '../parse/decode-text.ts';
import { decodePercent } from '../parse/escape.ts';
import { ImportRefusal } from './context.ts';
import type { PicturedMail } from './formats.ts';
import { declareCharsets, nameByLocation } from './prepare-eml.ts';
import { escapeText } from './text.ts';

/**
 * Reads a mail as mail programs save it (RFC 5322 and MIME): its HTML part, or its plain text in paragraphs. The subject
 * becomes the title.
 * @throws ImportRefusal for one that is too large, or whose parts are nested too deep
 */
export async function readEml(source: string | Uint8Array): Promise<PicturedMail> {
  if (source.length > MAX_BYTES) {
    const most = `${MAX_BYTES / 1024 ** 2} MB`;
    throw new ImportRefusal(
      'too_large',
      `The saved mail is larger than ${most}. Save it without attachments.`,
    );
  }
  const { html, text = '', subject = '', attachments } = await parse(source);
  const pictures = new Map<string, ReturnType<PicturedMail['pictureAt']>>();
  const pages: string[] = html === undefined ? [] : [html];
  for (const { contentId, mimeType, content, filename, disposition } of attachments as MailPart[]) {
    const bytes = Buffer.from(String(content), 'base64');
    if (mimeType === 'text/html' && disposition !== 'attachment') pages.push(decodeText(bytes));
    const type = pictureTypeOf(mimeType, filename);
    if (type === undefined) continue;
    if (contentId !== undefined) pictures.set(`cid:${contentId.replace(/^<|>$/g, '')}`, { type, bytes });
  }
  const page = pages.length > 0 ? pages.join('\n') : writeParagraphs(text);
  const body = subject === '' ? page : `<title>${escapeText(subject)}</title>${page}`;
  return {
    input: { format: 'html', body },
    pictureAt(address) {
      const id = /^\s{0,99}cid:(.{1,500})$/i.exec(address)?.[1];
      if (id !== undefined) return pictures.get(`cid:${decodePercent(id.trim())}`);
      const at = address.trim();
      return pictures.get(`cid:${at}`) ?? pictures.get(`cid:${at.slice(at.lastIndexOf('/') + 1)}`);
    },
  };
}

/** Most bytes of a saved mail, with its attachments. */
const MAX_BYTES = 25 * 1024 * 1024;

/** A part of a mail that is no text of it. */
interface MailPart {
  contentId?: string;
  mimeType: string;
  content: unknown;
  filename?: string | null;
  disposition?: string | null;
}

const TYPES: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
]);

/** Programs attach pictures as files of no type too. */
function pictureTypeOf(mimeType: string, filename: string | null | undefined): string | undefined {
  if (/^image\/[a-z0-9.+-]+$/i.test(mimeType)) return mimeType;
  return mimeType === 'application/octet-stream'
    ? TYPES.get(filename?.split('.').at(-1)?.toLowerCase() ?? '')
    : undefined;
}

async function parse(source: string | Uint8Array) {
  try {
    const mail = typeof source === 'string' ? nameByLocation(source) : declareCharsets(source);
    return await PostalMime.parse(mail, { attachmentEncoding: 'base64' });
  } catch (error) {
    throw new ImportRefusal('not_that_format', `This mail cannot be read: ${(error as Error).message}.`);
  }
}

function writeParagraphs(text: string): string {
  return text
    .split(/\r?\n(?:[ \t]*\r?\n)+/)
    .filter((part) => part.trim() !== '')
    .map((part) => `<p>${escapeText(part.trim()).replaceAll(/\r?\n/g, '<br>')}</p>`)
    .join('');
}
