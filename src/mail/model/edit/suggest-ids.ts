import { describeValue } from '../faults.ts';
import { findByName, shortenId } from './short-ids.ts';
import type { ContentTree, TreeNode } from './tree.ts';

/** Ids a message lists: enough to recognise the one that was meant. */
const LISTED_IDS = 10;

/** What to say of an id that no block has. */
export function explainUnknown(tree: ContentTree, id: string): string {
  const blocks = suggestIds(tree, id, () => true, 'Blocks');
  return `there is no block ${describeValue(id)}. ${blocks} The outline of the template shows all ids.`;
}

/** What to say of the end of an id that several blocks have. */
export function explainVague(tree: ContentTree, id: string): string {
  const meant = findByName(tree, id).map((node) => describeId(node.id ?? ''));
  const listed = meant.slice(0, LISTED_IDS).join(', ');
  return `several blocks have ids that end in ${describeValue(id)}: ${listed}.`;
}

/** The ids that begin as the wanted one does, which may have been cut; else the first of the right kind. */
export function suggestIds(
  tree: ContentTree,
  wanted: string,
  isRight: (node: TreeNode) => boolean,
  kind: string,
): string {
  const right = [...tree.nodeOfId].filter(([, node]) => isRight(node));
  if (right.length === 0) return `There are no ${kind.toLowerCase()}.`;
  const start = wanted.slice(0, 6);
  const alike = start.length < 4 ? [] : right.filter(([id]) => id.startsWith(start));
  const listed = (alike.length > 0 ? alike : right).slice(0, LISTED_IDS);
  const ids = listed
    .map(([id, node]) => `${describeId(shortenId(tree, id))}${kind === 'Blocks' ? ` (${node.type})` : ''}`)
    .join(', ');
  const more = right.length - listed.length;
  return `${kind}: ${ids}${more > 0 ? ` and ${more} more` : ''}.`;
}

/** Ids are listed in full, since they are there to be copied. */
function describeId(id: string): string {
  return id.length > 40 ? describeValue(id) : JSON.stringify(id);
}
