import { countColumns } from '../blocks/section.ts';
import { addFault, describeValue } from '../faults.ts';
import type { Fields } from '../record.ts';
import type { EditRun } from './edit-run.ts';
import { findNode, findSection } from './find-targets.ts';
import type { ContentOperation } from './operation-schema.ts';
import { fitColumns, type TreeList, type TreeNode } from './tree.ts';

/** Where a block goes. `index` counts without the block that is moved. */
export interface Place {
  list: TreeList;
  index: number;
}

/** What is to be placed; `node` when it is in the tree already. */
export interface Guest {
  isSection: boolean;
  node?: TreeNode;
}

/** The place that the position fields of an operation name, or undefined with a fault noted. */
export function findPlace(
  run: EditRun,
  operation: ContentOperation,
  path: string,
  guest: Guest,
): Place | undefined {
  if (operation.after !== undefined) return findBeside(run, operation, 'after', path, guest);
  if (operation.before !== undefined) return findBeside(run, operation, 'before', path, guest);
  if (operation.section === undefined) return placeAt(run, run.tree.top, operation.index, path, guest);
  const list = findColumn(run, operation, path, guest);
  return list && placeAt(run, list, operation.index, path, guest);
}

function findBeside(
  run: EditRun,
  operation: ContentOperation,
  side: 'after' | 'before',
  path: string,
  guest: Guest,
): Place | undefined {
  const id = operation[side] as string;
  const anchor = findNode(run, id, `${path}/${side}`, `${operation.op} ${side}`);
  if (!anchor) return undefined;
  if (anchor === guest.node) {
    const message = `A block cannot be moved ${side} itself; name another block.`;
    return refuse(run, `${path}/${side}`, message);
  }
  if (guest.isSection && anchor.list.section) {
    return refuse(run, `${path}/${side}`, explainNesting(anchor.list.section, guest));
  }
  const { list } = anchor;
  const index = list.nodes.indexOf(anchor) + (side === 'after' ? 1 : 0);
  const leaves = guest.node?.list === list && list.nodes.indexOf(guest.node) < index;
  return { list, index: leaves ? index - 1 : index };
}

function findColumn(
  run: EditRun,
  operation: ContentOperation,
  path: string,
  guest: Guest,
): TreeList | undefined {
  const section = findSection(run, operation.section as string, `${path}/section`, operation.op);
  if (!section) return undefined;
  if (guest.isSection) return refuse(run, `${path}/section`, explainNesting(section, guest));
  const column = operation.column ?? 0;
  const lists = section.columns ?? [];
  const layout = (section.block as Fields).columns;
  // An editor that changes the layout may leave the lists as they were: there can be more or fewer.
  const count = Math.max(lists.length, countColumns(layout));
  if (column >= count) {
    const range = count === 1 ? '0' : `0 to ${count - 1}`;
    const message = `"column" must be ${range}: section ${describeValue(section.id)} has the layout ${describeValue(layout)}; got ${column}.`;
    return refuse(run, `${path}/column`, message);
  }
  if (column >= lists.length) fitColumns(section, count);
  return lists[column];
}

function placeAt(
  run: EditRun,
  list: TreeList,
  index: number | undefined,
  path: string,
  guest: Guest,
): Place | undefined {
  const length = list.nodes.length - (guest.node?.list === list ? 1 : 0);
  if (index === undefined || index <= length) return { list, index: index ?? length };
  const range = length === 0 ? '0' : `0 to ${length}`;
  return refuse(
    run,
    `${path}/index`,
    `"index" must be ${range} there; got ${index}. Leave it out for the end.`,
  );
}

function explainNesting(section: TreeNode, guest: Guest): string {
  const other = section === guest.node ? 'a block at the top level' : `section ${describeValue(section.id)}`;
  return `A section cannot be inside a section; put it after or before ${other} instead.`;
}

function refuse(run: EditRun, path: string, message: string): undefined {
  addFault(run.faults, path, message);
}
