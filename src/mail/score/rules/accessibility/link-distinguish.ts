import type { Block, ContentOperations } from '../../../model/index.ts';
import { contrastOfHex } from '../../../parse/color.ts';
import { changeSettings, type Edit, editHtml, readField, setStyle } from '../../fix.ts';
import { readDeclarations } from '../../mail/declared-style.ts';
import { elementsOf, type Mail, type MailElement, type MailText, type TextRun } from '../../mail/mail.ts';
import { quote } from '../../quote.ts';
import type { Rule } from '../../rule.ts';
import { formatRatio } from './contrast-ratio.ts';

/** Contrast between a link and the text around it when only color marks the link (WCAG 2.2, technique G183). */
const NEEDED = 3;

/** Links in running text that differ from it only by color, with too little contrast (WCAG 2.2, 1.4.1). */
export const linkDistinguishRule: Rule = {
  id: 'a11y.link-distinguish',
  area: 'accessibility',
  check(mail) {
    const seen = new Set<string>();
    return mail.texts.flatMap((text) => {
      const hidden = linksByColor(text).find(
        ({ link, around }) =>
          link.color !== '' && around.color !== '' && contrastOfHex(link.color, around.color) < NEEDED,
      );
      if (hidden === undefined || seen.has(text.blockId)) return [];
      seen.add(text.blockId);
      const { link, around } = hidden;
      const fix = underline(mail, text);
      return [
        {
          severity: 'medium' as const,
          blockId: text.blockId,
          message: `Only color marks the link ${quote(link.text, 40)} in the text around it, and ${link.color} beside ${around.color} has a contrast of ${formatRatio(contrastOfHex(link.color, around.color))}; it needs 3:1.`,
          suggestion: 'Underline links in text.',
          ...(fix && { fix }),
        },
      ];
    });
  },
};

/** Underlines the links of a block: in the settings if those remove underlines, and in the styles of the links. */
function underline(mail: Mail, { blockId }: MailText): ContentOperations | undefined {
  const block = mail.blockOf.get(blockId)?.block;
  const links = elementsOf(mail, blockId).filter(({ name }) => name === 'a');
  const plain = links.filter(removesUnderline);
  const field = plain[0]?.field;
  const operations: ContentOperations = [];
  if (mail.content.settings.linkUnderline === false && links.some(({ from }) => from === 'rich')) {
    operations.push(...changeSettings({ linkUnderline: true }));
  }
  // Edits of several table cells cannot be combined, because each writes all rows.
  if (block === undefined || plain.some((element) => element.field.join() !== field?.join()))
    return undefined;
  if (field !== undefined)
    operations.push(
      ...editHtml(
        block,
        field,
        plain.map((link) => lineEdit(block, link)),
      ),
    );
  return operations.length > 0 ? operations : undefined;
}

function lineEdit(block: Block, { attributes, field, start, startTagEnd: end }: MailElement): Edit {
  const tag = String(readField(block, field)).slice(start, end);
  return { start, end, text: setStyle(tag, attributes, 'text-decoration', 'underline') };
}

function removesUnderline({ attributes }: MailElement): boolean {
  return readDeclarations(attributes.style ?? '').underlined === false;
}

const IN_TEXT = new Set(['paragraph', 'list-item', 'cell', 'html', 'heading']);

/** Links in running text that differ from the text around them by their color at most. */
function linksByColor(text: MailText): { link: TextRun; around: TextRun }[] {
  if (!IN_TEXT.has(text.role)) return [];
  const around = text.runs.find((run) => run.href === undefined && !run.hidden && /\p{L}/u.test(run.text));
  if (around === undefined) return [];
  return text.runs
    .filter((run) => run.href !== undefined && !run.hidden && /[\p{L}\p{N}]/u.test(run.text))
    .filter((run) => !run.underlined && run.bold === around.bold && run.background === around.background)
    .map((link) => ({ link, around }));
}

/** Whether a text has a link that differs from the text around it by its color at most. */
export function isLinkByColor(text: MailText): boolean {
  return linksByColor(text).length > 0;
}
