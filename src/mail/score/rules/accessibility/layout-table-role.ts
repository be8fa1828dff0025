import type { Rule } from '../../rule.ts';
import { readAttribute, readTags } from './rendered-tags.ts';

const SILENT_ROLES = /^(?:presentation|none)$/i;
const SUGGESTION = 'Give layout tables role="presentation", and data tables headers (th) or a caption.';

/**
 * Layout tables without role="presentation": screen readers read them cell by cell with coordinates (WCAG 2.2, 1.3.1). The
 * renderer adds the role, so this concerns mails that a client has changed, and tables for Outlook.
 */
export const layoutTableRoleRule: Rule = {
  id: 'a11y.layout-table-role',
  area: 'accessibility',
  check(mail) {
    if (mail.rendered === undefined) return { notMeasured: 'Only a rendered mail has tables of layout.' };
    const count = countTablesWithoutRole(mail.rendered.html);
    if (count === 0) return [];
    const message = `${count} tables of the HTML have neither headers nor role="presentation".`;
    return [{ severity: 'high', blockId: null, message, suggestion: SUGGESTION }];
  },
};

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
