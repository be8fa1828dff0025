import type { ParagraphBlock } from '../../model/index.ts';
import { element } from '../../parse/escape.ts';
import { makeBox } from '../box.ts';
import { darkText } from '../dark.ts';
import type { Container, MailPage } from '../page.ts';
import { isBlank, renderRichText } from '../rich-text.ts';

/** Running text with the looks of the mail; nothing when it is empty. */
export function renderParagraph(block: ParagraphBlock, page: MailPage, container: Container): string {
  const box = makeBox(block, page, container);
  const { html, place: inside } = renderRichText(
    block.content,
    'rich',
    page,
    box.place,
    block.paragraphSpacing,
  );
  if (isBlank(html)) return '';
  return element(
    'mj-text',
    box.attributes(inside, darkText(page.dark, page.textColor, inside.backdrop)),
    html,
  );
}
