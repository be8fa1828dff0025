import { tableAround } from '../../../parse/table-around.ts';
import { editStartTag, MAX_COPIES, setAttribute } from '../../fix.ts';
import type { Mail, MailElement } from '../../mail/mail.ts';
import type { Rule, RuleFinding } from '../../rule.ts';
import { readAttribute, readTags } from './rendered-tags.ts';

const SILENT_ROLES = /^(?:presentation|none)$/i;
const SUGGESTION = 'Give layout tables role="presentation", and data tables headers (th) or a caption.';

/**
 * Layout tables without role="presentation": screen readers read them cell by cell with coordinates (WCAG 2.2, 1.3.1).
 * Checks tables of html blocks that the renderer leaves as they are, and all tables of the rendered mail, including
 * those for Outlook in conditional comments.
 */
export const layoutTableRoleRule: Rule = {
  id: 'a11y.layout-table-role',
  area: 'accessibility',
  check(mail) {
    const own = listTablesWithoutRole(mail).map((element, index) =>
      report(mail, element, index < MAX_COPIES),
    );
    if (mail.rendered === undefined || own.length > 0) return own;
    const count = countTablesWithoutRole(mail.rendered.html);
    if (count === 0) return [];
    const message = `${count} tables of the HTML have neither headers nor role="presentation".`;
    return [{ severity: 'high', blockId: null, message, suggestion: SUGGESTION }];
  },
};

function report(mail: Mail, element: MailElement, withFix: boolean): RuleFinding {
  const fix = withFix
    ? editStartTag(mail, element, (tag) => setAttribute(tag, 'role', 'presentation'))
    : undefined;
  return {
    severity: 'high',
    blockId: element.blockId,
    message: 'A table in the HTML has neither headers nor role="presentation".',
    suggestion: SUGGESTION,
    ...(fix && { fix }),
  };
}

/**
 * The tables of html blocks that stay without the role: the renderer adds it, unless the block has a header or a
 * caption anywhere.
 */
function listTablesWithoutRole(mail: Mail): MailElement[] {
  const tables = mail.elements.filter(({ name, from }) => name === 'table' && from === 'html');
  if (tables.length === 0) return [];
  const owners = new Set<MailElement | undefined>();
  const blocksWithHeaders = new Set<string>();
  for (const element of mail.elements) {
    if (element.name !== 'th' && element.name !== 'caption') continue;
    owners.add(tableAround(element));
    blocksWithHeaders.add(element.blockId);
  }
  return tables.filter((table) => {
    const { role } = table.attributes;
    if (owners.has(table) || SILENT_ROLES.test(role?.trim() ?? '')) return false;
    // Another role means that the author declares a data table.
    return role === undefined && blocksWithHeaders.has(table.blockId);
  });
}

const TABLE_TAG = /^<(\/?)(table|th|caption)\b/i;

function countTablesWithoutRole(html: string): number {
  const open: { isSilent: boolean; hasHeaders: boolean }[] = [];
  let count = 0;
  for (const tag of readTags(html)) {
    const [, slash, name] = TABLE_TAG.exec(tag) ?? [];
    if (name === undefined) continue;
    const isTable = name.toLowerCase() === 'table';
    if (!isTable) {
      const around = open.at(-1);
      if (around !== undefined && slash === '') around.hasHeaders = true;
    } else if (slash === '') {
      open.push({ isSilent: SILENT_ROLES.test(readAttribute(tag, 'role') ?? ''), hasHeaders: false });
    } else {
      const closed = open.pop();
      if (closed !== undefined && !closed.isSilent && !closed.hasHeaders) count += 1;
    }
  }
  return count;
}
