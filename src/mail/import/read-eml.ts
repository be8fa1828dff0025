import PostalMime from 'postal-mime';
import { decodePercent } from '../parse/escape.ts';
import { ImportRefusal, MAX_PICTURED_LENGTH } from './context.ts';
import type { PicturedMail } from './formats.ts';
import { escapeText } from './text.ts';

/**
 * Reads a mail as mail programs save it (RFC 5322 and MIME): its HTML part, or its plain text in paragraphs. The subject
 * becomes the title.
 * @throws ImportRefusal for one that is too large, or whose parts are nested too deep
 */
export async function readEml(source: string): Promise<PicturedMail> {
  if (source.length > MAX_PICTURED_LENGTH) {
    const most = `${MAX_PICTURED_LENGTH / 1024 ** 2} MB`;
    throw new ImportRefusal(
      'too_large',
      `The saved mail is larger than ${most}. Save it without attachments.`,
    );
  }
  const { html, text = '', subject = '', attachments } = await parse(source);
  const pictures = new Map<string, ReturnType<PicturedMail['pictureAt']>>();
  for (const { contentId, mimeType, content } of attachments) {
    if (contentId === undefined || !/^image\/[a-z0-9.+-]+$/i.test(mimeType)) continue;
    const picture = { type: mimeType, bytes: Buffer.from(String(content), 'base64') };
    pictures.set(contentId.replace(/^<|>$/g, ''), picture);
  }
  const page = html ?? writeParagraphs(text);
  const body = subject === '' ? page : `<title>${escapeText(subject)}</title>${page}`;
  return {
    input: { format: 'html', body },
    pictureAt(address) {
      const id = /^\s{0,99}cid:(.{1,500})$/i.exec(address)?.[1];
      return id === undefined ? undefined : pictures.get(decodePercent(id.trim()));
    },
  };
}

async function parse(source: string) {
  try {
    return await PostalMime.parse(source, { attachmentEncoding: 'base64' });
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
