import PostalMime from 'postal-mime';
import { escapeText } from './text.ts';

/** Characters of pictures in the page: a mail can name one picture many times. */
const MAX_PICTURE_CHARACTERS = 16_000_000;

/**
 * The HTML of a mail as mail programs save it (RFC 5322 and MIME): its HTML part, or its plain text in paragraphs. Pictures
 * that the mail holds become `data:` addresses while there is room, and the subject becomes the title.
 */
export async function emlToHtml(source: string): Promise<string> {
  const {
    html,
    text = '',
    subject = '',
    attachments,
  } = await PostalMime.parse(source, {
    attachmentEncoding: 'base64',
  });
  const pictures = new Map<string, string>();
  for (const { contentId, mimeType, content } of attachments) {
    if (contentId === undefined || !/^image\/[a-z0-9.+-]+$/i.test(mimeType)) continue;
    pictures.set(contentId.replace(/^<|>$/g, ''), `data:${mimeType};base64,${String(content)}`);
  }
  const page = html ?? writeParagraphs(text);
  let room = MAX_PICTURE_CHARACTERS;
  const whole = page.replace(/\bcid:([^"'\s<>)]{1,500})/gi, (address, id: string) => {
    const picture = pictures.get(decode(id));
    if (picture === undefined || picture.length > room) return address;
    room -= picture.length;
    return picture;
  });
  return subject === '' ? whole : `<title>${escapeText(subject)}</title>${whole}`;
}

function writeParagraphs(text: string): string {
  return text
    .split(/\r?\n(?:[ \t]*\r?\n)+/)
    .filter((part) => part.trim() !== '')
    .map((part) => `<p>${escapeText(part.trim()).replaceAll(/\r?\n/g, '<br>')}</p>`)
    .join('');
}

function decode(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
