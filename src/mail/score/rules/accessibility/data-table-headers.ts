import type { Block, TableBlock } from '../../../model/index.ts';
import { isAlwaysLegible } from '../../../parse/legible-color.ts';
import { hasMergeTag } from '../../../parse/merge-tags.ts';
import { tableAround } from '../../../parse/table-around.ts';
import { changeBlock } from '../../fix.ts';
import { type Mail, type MailElement, textsOf } from '../../mail/mail.ts';
import type { Rule, RuleFinding } from '../../rule.ts';
import { hexOf } from './color-places.ts';

const SUGGESTION = 'Say in a first row what the columns are, and set hasHeaderRow.';
/** Longer texts are not taken for headers. */
const LONGEST_HEADER = 40;

/** Data tables without headers (WCAG 2.2, 1.3.1). A table of one row or column is a list and needs none. */
export const dataTableHeadersRule: Rule = {
  id: 'a11y.data-table-headers',
  area: 'accessibility',
  check(mail) {
    const shown = mail.blocks.filter(({ isHidden }) => !isHidden);
    return [...shown.flatMap(({ block }) => checkBlock(mail, block)), ...checkHtml(mail)];
  },
};

function checkBlock(mail: Mail, block: Block): RuleFinding[] {
  if (block.type !== 'table') return [];
  const rows = block.rows.filter((row) => row.cells.length > 0);
  if (rows.length < 2 || rows.every((row) => row.cells.length < 2)) return [];
  // The renderer leaves out a first row without cells, and with it the header.
  const isNamed = block.hasHeaderRow && block.rows[0] === rows[0];
  if (isNamed && readRow(block, 0).some((text) => text !== '')) return [];
  const fix = !block.hasHeaderRow && canBeHeader(mail, block);
  return [
    {
      severity: 'medium',
      blockId: block.id,
      message: isNamed
        ? 'The header row of the table is empty.'
        : `The table has ${rows.length} rows and no header row: nothing tells what its columns mean.`,
      suggestion: SUGGESTION,
      ...(fix && { fix: changeBlock(block.id, { hasHeaderRow: true }) }),
    },
  ];
}

/** The texts of a row. */
function readRow(block: TableBlock, index: number): string[] {
  const cells = block.rows[index]?.cells ?? [];
  return cells.map(({ content }) => content.replace(/<[^<>]*>|&nbsp;/g, ' ').trim());
}

/** Whether the first row looks like a header: words above figures, legible on the background of headers. */
function canBeHeader(mail: Mail, block: TableBlock): boolean {
  const heads = readRow(block, 0);
  const names = heads.every(
    (text) => text !== '' && text.length <= LONGEST_HEADER && !/\p{N}/u.test(text) && !hasMergeTag(text),
  );
  const below = block.rows.slice(1).flatMap((_row, index) => readRow(block, index + 1));
  if (!names || !below.some((text) => /\p{N}/u.test(text) || hasMergeTag(text))) return false;
  if (block.headerBackgroundColor === undefined) return true;
  const background = hexOf(block.headerBackgroundColor);
  return textsOf(mail, block.id).every(({ runs }) =>
    runs.every(
      ({ color }) =>
        background !== undefined &&
        color !== '' &&
        isAlwaysLegible(color, { background, needed: 4.5 }, mail.background || '#ffffff'),
    ),
  );
}

/** Tables in html blocks with a data role or a caption but without header cells. */
function checkHtml(mail: Mail): RuleFinding[] {
  const tables = mail.elements.filter(({ name, from }) => name === 'table' && from === 'html');
  if (tables.length === 0) return [];
  const inside = (name: string) =>
    new Set(mail.elements.filter((element) => element.name === name).map(tableAround));
  const withHeaders = inside('th');
  const withCaption = inside('caption');
  return tables
    .filter((table) => !withHeaders.has(table) && (hasDataRole(table) || withCaption.has(table)))
    .map(({ blockId }) => ({
      severity: 'medium',
      blockId,
      message: 'A table of data in the HTML has no header cells.',
      suggestion: 'Make the cells that name columns or rows th, with a scope.',
    }));
}

function hasDataRole({ attributes }: MailElement): boolean {
  return /^(?:table|grid|treegrid)$/i.test(attributes.role?.trim() ?? '');
}
