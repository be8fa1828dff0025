import type { MailElement } from './mail.ts';
import type { HtmlSource, MailDraft } from './mail-draft.ts';
import { makePlainText } from './make-text.ts';
import type { TextStyle } from './styles.ts';

/** Adds a picture of HTML and its alternative text, which is returned with merge tags as written. */
export function addImageElement(
  draft: MailDraft,
  element: MailElement,
  { blockId, field }: HtmlSource,
  textStyle: TextStyle,
  href: string | undefined,
): string {
  const { src, alt, width, height, style = '', role } = element.attributes;
  draft.images.push({
    blockId,
    src: src ?? '',
    alt,
    isDecorative: role === 'presentation' || role === 'none' || element.attributes['aria-hidden'] === 'true',
    width: readPixels(width) ?? readStyle(style, 'width'),
    height: readPixels(height) ?? readStyle(style, 'height'),
    href,
    kind: 'html',
    element,
    field,
  });
  if (alt === undefined || alt.trim() === '') return '';
  const text = makePlainText(blockId, 'alt', alt, { ...textStyle, href });
  if (text !== undefined) draft.texts.push({ ...text, runs: [] });
  return alt;
}

function readPixels(value: string | undefined): number | undefined {
  const match = /^\s*(\d+(?:\.\d+)?)(?:px)?\s*$/i.exec(value ?? '');
  return match === null ? undefined : Number(match[1]);
}

function readStyle(style: string, property: string): number | undefined {
  const match = new RegExp(`(?:^|[;\\s])${property}\\s*:\\s*(\\d+(?:\\.\\d+)?)px`, 'i').exec(style);
  return match === null ? undefined : Number(match[1]);
}
