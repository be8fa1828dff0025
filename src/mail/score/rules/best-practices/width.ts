import type { SectionBlock } from '../../../model/index.ts';
import { tableAround } from '../../../parse/table-around.ts';
import { changeBlock, changeSettings } from '../../fix.ts';
import type { Mail, MailBlock, MailElement } from '../../mail/mail.ts';
import type { Rule, RuleFinding } from '../../rule.ts';

const MIN_WIDTH = 480;
const MAX_WIDTH = 700;
const USUAL_WIDTH = 600;

/** A mail that is narrower or wider than mail clients show well. */
export const widthRule: Rule = {
  id: 'best.width',
  area: 'bestPractices',
  check({ width }) {
    if (width >= MIN_WIDTH && width <= MAX_WIDTH) return [];
    return [
      {
        severity: 'medium',
        blockId: null,
        message: `The mail is ${width} px wide; clients show between ${MIN_WIDTH} and ${MAX_WIDTH} px well.`,
        suggestion: `Set the width to ${USUAL_WIDTH}.`,
        fix: changeSettings({ width: USUAL_WIDTH }),
        fixNeedsTrial: true,
      },
    ];
  },
};

/** The usual phone, upright. */
const PHONE_WIDTH = 375;
const MIN_COLUMN = 120;
const MAX_COLUMNS = 4;

/** Columns too narrow to read in, on a phone or anywhere. */
export const mobileRule: Rule = {
  id: 'best.mobile',
  area: 'bestPractices',
  check(mail) {
    return [...mail.blocks.flatMap(checkSection), ...findWideRows(mail)];
  },
};

/** Shares of the narrowest column, by layout. */
const NARROWEST: Readonly<Record<string, number>> = { '2': 1 / 2, '3': 1 / 3, '2-1': 1 / 3, '1-2': 1 / 3 };

function checkSection({ block, id, isHidden }: MailBlock): RuleFinding[] {
  if (block.type !== 'section' || block.stackOnMobile !== false || isHidden) return [];
  const share = narrowestShare(block);
  if (share === undefined || block.visibility?.mobile === false) return [];
  const { left, right } = block.styles.padding;
  const width = Math.max(Math.floor((PHONE_WIDTH - left - right) * share), 0);
  if (width >= MIN_COLUMN) return [];
  return [
    {
      severity: 'medium',
      blockId: id,
      message: `The columns stay side by side on a phone, where the narrowest has ${width} px.`,
      suggestion: 'Let them stack on phones.',
      fix: changeBlock(id, { stackOnMobile: true }),
    },
  ];
}

/** The share of the narrowest column to read in: one with an icon alone may be narrow. */
function narrowestShare({ columns, columnWidths = [], children }: SectionBlock): number | undefined {
  if (columnWidths.length !== children.length || children.length < 2) return NARROWEST[columns];
  const total = columnWidths.reduce((sum, width) => sum + width, 0);
  const isRead = (list: SectionBlock['children'][number]) =>
    list.some(({ type }) => type !== 'image' && type !== 'spacer');
  const read = columnWidths.filter((_width, index) => isRead(children[index] ?? []));
  return read.length === 0 ? undefined : Math.min(...read) / total;
}

/** Rows of layout tables in the author's own HTML. Tables of data may have many columns. */
function findWideRows({ elements }: Mail): RuleFinding[] {
  const cells = new Map<MailElement, number>();
  const dataTables = new Set<MailElement>();
  for (const { name, parent, from } of elements) {
    if (from !== 'html' || parent?.name !== 'tr') continue;
    if (name === 'td') cells.set(parent, (cells.get(parent) ?? 0) + 1);
    const table = name === 'th' ? tableAround(parent) : undefined;
    if (table !== undefined) dataTables.add(table);
  }
  return [...cells].flatMap(([row, count]): RuleFinding[] => {
    const table = tableAround(row);
    if (count <= MAX_COLUMNS || (table !== undefined && dataTables.has(table))) return [];
    return [
      {
        severity: 'medium',
        blockId: row.blockId,
        message: `A row of the HTML has ${count} cells side by side, on a phone too.`,
        suggestion: `Use at most ${MAX_COLUMNS}, or blocks in a section, which stack on phones.`,
      },
    ];
  });
}
