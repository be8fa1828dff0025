import { countColumns, type SectionBlock } from '../../../model/index.ts';
import { changeBlock, deleteBlocks } from '../../fix.ts';
import type { MailBlock } from '../../mail/mail.ts';
import { quote } from '../../quote.ts';
import type { Rule, RuleFinding } from '../../rule.ts';

/** Blocks that do not fit together. */
export const structureRule: Rule = {
  id: 'best.structure',
  area: 'bestPractices',
  check({ blocks }) {
    return [...findDuplicates(blocks), ...blocks.flatMap(checkSection)];
  },
};

function findDuplicates(blocks: readonly MailBlock[]): RuleFinding[] {
  const byId = Map.groupBy(blocks, ({ id }) => id);
  return [...byId].flatMap(([id, same]): RuleFinding[] =>
    same.length < 2
      ? []
      : [
          {
            severity: 'high',
            blockId: id,
            message: `${same.length} blocks have the id ${quote(id)}: comments and changes reach only one of them.`,
            suggestion: 'Give each block an id of its own.',
          },
        ],
  );
}

function checkSection({ block, id, depth, isHidden }: MailBlock): RuleFinding[] {
  if (block.type !== 'section') return [];
  if (depth > 0) {
    return [
      {
        severity: 'high',
        blockId: id,
        message: 'A section stands inside a section: mail clients show it wrongly or not at all.',
        suggestion: 'Move its blocks into the section around it.',
      },
    ];
  }
  if (isHidden) return [];
  const filled = block.children.filter((column) => column.length > 0).length;
  if (filled === 0) return [describeEmpty(block)];
  const mismatch = checkColumns(block);
  if (mismatch !== undefined) return [mismatch];
  return filled < block.children.length ? [describeEmptyColumn(block)] : [];
}

function describeEmpty({ id, displayCondition }: SectionBlock): RuleFinding {
  return {
    severity: 'medium',
    blockId: id,
    message: 'The section has no blocks.',
    suggestion: 'Fill it or take it out.',
    fix: deleteBlocks(id),
    // Its guard may open what another block closes.
    ...(displayCondition !== undefined && { fixNeedsTrial: true }),
  };
}

function describeEmptyColumn({ id, children }: SectionBlock): RuleFinding {
  const empty = children.flatMap((column, index) => (column.length === 0 ? [index + 1] : []));
  return {
    severity: 'medium',
    blockId: id,
    message: `Column ${empty.join(' and ')} of ${children.length} is empty: the mail has a gap there, and on a phone an empty row.`,
    suggestion: 'Put something into it, or choose a layout with fewer columns.',
  };
}

function checkColumns({ id, columns, children }: SectionBlock): RuleFinding | undefined {
  const expected = countColumns(columns);
  if (children.length === expected) return undefined;
  const isLayout = children.length >= 1 && children.length <= 3;
  return {
    severity: 'high',
    blockId: id,
    message: `The layout "${columns}" has ${expected} ${expected === 1 ? 'column' : 'columns'}, but there are blocks for ${children.length}.`,
    suggestion: 'Choose the layout that fits the blocks.',
    ...(isLayout && { fix: changeBlock(id, { columns: String(children.length) }), fixNeedsTrial: true }),
  };
}
