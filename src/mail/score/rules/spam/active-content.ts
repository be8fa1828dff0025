import type { Block, ContentOperations } from '../../../model/index.ts';
import { deleteBlocks, type Edit, editHtml, readField, setAttribute } from '../../fix.ts';
import type { Mail, MailElement } from '../../mail/mail.ts';
import type { Rule, RuleFinding } from '../../rule.ts';
import { spreadPoints } from './spread-points.ts';

/** Elements that run, load or submit; they are removed with their content. */
const REMOVED = new Set('script iframe object embed applet input select textarea'.split(' '));
/** Elements that are removed without their content. */
const UNWRAPPED = new Set(['form', 'button']);
/** Characters that browsers skip before the scheme. */
const SKIPPED = /[\s\p{Cc}\u200b-\u200f\ufeff]/gu;
/** Most edits of one fix. */
const MAX_EDITS = 100;
const HANDLER = /^on[a-z]/;
const URL_ATTRIBUTE = /^(?:href|src|action|background)$/;
const ACTIVE_URL = /^(?:javascript|vbscript|livescript|data:text\/html)/i;

/**
 * Scripts, forms, frames, plug-ins and event handlers. Mail clients and our renderer remove them, and filters count
 * them as signs of spam.
 */
export const activeContentRule: Rule = {
  id: 'spam.active-content',
  area: 'spam',
  check(mail) {
    const byBlock = Map.groupBy(mail.elements.filter(isActive), ({ blockId }) => blockId);
    const inHtml = [...byBlock].map(([blockId, elements]) => describe(mail, blockId, elements));
    const inFields = mail.links
      .filter(({ element, href }) => element === undefined && isActiveUrl(href))
      .map(({ blockId }) => ({
        severity: 'high' as const,
        blockId,
        message: 'The link runs a script instead of leading to a page.',
        suggestion: 'Enter the address of a page.',
      }));
    return spreadPoints([...inHtml, ...inFields], 2.5, 0.5);
  },
};

function isActiveUrl(url: string): boolean {
  return url.includes(':') && ACTIVE_URL.test(url.replace(SKIPPED, ''));
}

function isActive(element: MailElement): boolean {
  // Exports write it into the head of the mail, and no program runs it.
  if (element.name === 'script' && element.attributes.type === 'application/ld+json') return false;
  return REMOVED.has(element.name) || UNWRAPPED.has(element.name) || activeAttributes(element).length > 0;
}

function activeAttributes({ attributes }: MailElement): string[] {
  const names: string[] = [];
  for (const name in attributes) {
    const isActive = HANDLER.test(name) || (URL_ATTRIBUTE.test(name) && isActiveUrl(attributes[name] ?? ''));
    if (isActive) names.push(name);
  }
  return names;
}

function describe(
  mail: Mail,
  blockId: string,
  elements: readonly MailElement[],
): Omit<RuleFinding, 'points'> {
  const names = new Set(
    elements.map((element) =>
      REMOVED.has(element.name) || UNWRAPPED.has(element.name)
        ? `<${element.name}>`
        : `${activeAttributes(element)[0]}=`,
    ),
  );
  const fix = removeActive(mail, blockId, elements);
  return {
    severity: 'high',
    blockId,
    message: `The HTML has active content, which mail clients remove: ${[...names].join(', ')}.`,
    suggestion: 'Remove it. Link to a page that has the script or the form.',
    ...(fix && { fix, fixNeedsTrial: true }),
  };
}

/**
 * Fixes one field only: HTML in several fields means table cells, which rarely have active content. A link that runs a
 * script stays, because only its author knows where it should lead.
 */
function removeActive(
  mail: Mail,
  blockId: string,
  elements: readonly MailElement[],
): ContentOperations | undefined {
  const block = mail.blockOf.get(blockId)?.block;
  const [{ field }] = elements as [MailElement];
  const isElsewhere = elements.some((element) => String(element.field) !== String(field));
  if (block === undefined || isElsewhere || elements.length > MAX_EDITS || elements.some(isActiveLink))
    return undefined;
  const html = String(readField(block, field) ?? '');
  const edits = elements.flatMap((element) => editsFor(element, html));
  const outer = edits.filter((edit) => !edits.some((other) => isInside(edit, other)));
  const operations = editHtml(block, field, outer);
  return isEmpty(operations, block, field) ? deleteBlocks(blockId) : operations;
}

function isActiveLink(element: MailElement): boolean {
  const isKept = !REMOVED.has(element.name) && !UNWRAPPED.has(element.name);
  return isKept && activeAttributes(element).some((name) => !HANDLER.test(name));
}

function isInside(edit: Edit, other: Edit): boolean {
  return (
    other !== edit &&
    other.start <= edit.start &&
    edit.end <= other.end &&
    other.end - other.start > edit.end - edit.start
  );
}

function editsFor(element: MailElement, html: string): Edit[] {
  const { name, start, startTagEnd, end } = element;
  if (REMOVED.has(name)) return [{ start, end: Math.max(end, startTagEnd), text: '' }];
  const tag = html.slice(start, startTagEnd);
  if (!UNWRAPPED.has(name)) {
    const text = activeAttributes(element).reduce(
      (changed, attribute) => setAttribute(changed, attribute, undefined),
      tag,
    );
    return [{ start, end: startTagEnd, text }];
  }
  const closing = html.lastIndexOf('</', end - 1);
  const isClosed =
    closing >= startTagEnd && html.slice(closing + 2, closing + 2 + name.length).toLowerCase() === name;
  return [{ start, end: startTagEnd, text: '' }, ...(isClosed ? [{ start: closing, end, text: '' }] : [])];
}

/** Whether nothing visible is left, so that the whole block can be deleted. */
function isEmpty(operations: ContentOperations, block: Block, field: MailElement['field']): boolean {
  if (block.type !== 'html') return false;
  const html = String(
    (operations[0]?.fields as Record<string, unknown> | undefined)?.[String(field[0])] ?? '',
  );
  return !/<img\b|<hr\b/i.test(html) && html.replace(/<[^<>]*>|&nbsp;|\s/g, '') === '';
}
