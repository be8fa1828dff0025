import { readField } from '../../fix.ts';
import { derive, type Mail, type MailElement } from '../../mail/mail.ts';
import { quote } from '../../quote.ts';
import type { Rule } from '../../rule.ts';

/** Links inside links: a browser ends the outer link where the inner one begins. */
export const linkNestedRule: Rule = {
  id: 'a11y.link-nested',
  area: 'accessibility',
  check(mail) {
    return listNestedLinks(mail).map(({ blockId, text }) => ({
      severity: 'high',
      blockId,
      message: `The link ${quote(text, 40)} is inside another link.`,
      suggestion: 'Close the outer link before the inner one begins.',
    }));
  },
};

/** Longer end tags are not looked for, in characters. */
const LONGEST_END_TAG = 100;

/** The links that begin before another ends. */
export function listNestedLinks(mail: Mail): readonly MailElement[] {
  return derive(mail, findNestedLinks);
}

function findNestedLinks(mail: Mail): MailElement[] {
  const links = mail.elements.filter(({ name, attributes }) => name === 'a' && attributes.href !== undefined);
  return links.filter((link, index) => isInsideLink(link) || isCutShort(mail, links[index - 1], link));
}

function isInsideLink(element: MailElement): boolean {
  let around = element.parent;
  while (around !== undefined && !(around.name === 'a' && around.attributes.href !== undefined)) {
    around = around.parent;
  }
  return around !== undefined;
}

/** Whether a link begins inside another that was not closed: the parser ends the other there. */
function isCutShort(
  mail: Mail,
  before: MailElement | undefined,
  { blockId, field, start }: MailElement,
): boolean {
  if (before?.blockId !== blockId || before.field.join() !== field.join() || before.end !== start)
    return false;
  const block = mail.blockOf.get(blockId)?.block;
  const source = block === undefined ? '' : String(readField(block, field) ?? '');
  return !/<\/a\s*>$/i.test(source.slice(before.startTagEnd, before.end).slice(-LONGEST_END_TAG));
}
