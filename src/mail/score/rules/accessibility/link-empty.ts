import type { Block, ContentOperations } from '../../../model/index.ts';
import { editHtml, MAX_COPIES, readField } from '../../fix.ts';
import type { Mail, MailLink } from '../../mail/mail.ts';
import { quote } from '../../quote.ts';
import type { Rule, RuleFinding } from '../../rule.ts';
import { nameOf } from './link-name.ts';
import { listNestedLinks } from './link-nested.ts';

/** Links without a name (WCAG 2.2, 2.4.4): screen readers read out their address (axe link-name). */
export const linkEmptyRule: Rule = {
  id: 'a11y.link-empty',
  area: 'accessibility',
  check(mail) {
    const shown = mail.blocks.filter(({ isHidden }) => !isHidden);
    const nameless = mail.links.filter((link) => link.kind === 'text' && nameOf(link) === '');
    const nested = new Set(listNestedLinks(mail).map(({ blockId }) => blockId));
    return [
      ...shown.flatMap(({ block }) => checkBlock(block)),
      ...nameless.map((link, index) =>
        report(link, index < MAX_COPIES ? removeLink(mail, link, nested) : undefined),
      ),
    ];
  },
};

/** Buttons and menu items without a label are left out when the mail is rendered. */
function checkBlock(block: Block): RuleFinding[] {
  const suggestion = 'Give it a label that says where it leads, or remove it.';
  if (block.type === 'button' && block.text.trim() === '') {
    return [
      {
        severity: 'high',
        blockId: block.id,
        message: 'The button has no label and is left out.',
        suggestion,
      },
    ];
  }
  if (block.type !== 'menu') return [];
  return block.items
    .filter(({ text }) => text.trim() === '')
    .map(({ url }) => ({
      severity: 'high',
      blockId: block.id,
      message: `The menu item${url === '' ? '' : ` that links to ${quote(url, 50)}`} has no label and is left out.`,
      suggestion,
    }));
}

function report(link: MailLink, fix: ContentOperations | undefined): RuleFinding {
  return {
    severity: 'high',
    blockId: link.blockId,
    message: `A link${link.href.trim() === '' ? '' : ` to ${quote(link.href, 50)}`} has no text.`,
    suggestion: 'Say in the link where it leads, or remove it.',
    ...(fix && { fix, fixNeedsTrial: true }),
  };
}

/** Removes a link without any content. */
function removeLink(
  mail: Mail,
  { blockId, element, field }: MailLink,
  nested: ReadonlySet<string>,
): ContentOperations | undefined {
  const block = mail.blockOf.get(blockId)?.block;
  if (block === undefined || element === undefined) return undefined;
  const html = String(readField(block, field) ?? '');
  const inside = html.slice(element.startTagEnd, element.end).replace(/<\/a\s*>$/i, '');
  // Nested links: without this one, text would belong to another link.
  if (/\S/.test(inside) || nested.has(blockId)) return undefined;
  const rest = html.slice(0, element.start) + html.slice(element.end);
  // A block without text would cause another finding.
  if (!/[\p{L}\p{N}]/u.test(rest.replace(/<[^<>]*>/g, ''))) return undefined;
  return editHtml(block, field, [{ start: element.start, end: element.end, text: inside }]);
}
