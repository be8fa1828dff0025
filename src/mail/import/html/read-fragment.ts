import type { LeafBlock } from '../../model/index.ts';
import { makeText } from '../blocks/text-block.ts';
import { NO_SIDES } from '../css/lengths.ts';
import type { Look } from '../css/look.ts';
import type { ImportRun } from '../import-run.ts';
import type { MarkupNode } from '../markup/node.ts';
import { parseMarkup } from '../markup/parse-markup.ts';
import { FOREIGN } from './classify.ts';
import { collectFrom } from './collect.ts';
import { plainBox } from './pieces.ts';
import { readLinkButton } from './read-button.ts';
import { flatten } from './to-rows.ts';

/** HTML that stands inside a mail, such as the text of a component, as blocks below each other. */
export function readFragment(run: ImportRun, nodes: readonly MarkupNode[], look: Look): LeafBlock[] {
  if (isRunningText(run, nodes, look)) {
    const block = makeText(run, nodes, look, { padding: NO_SIDES });
    return block ? [block] : [];
  }
  return flatten(plainBox(collectFrom(run, nodes, look, true)));
}

/** As readFragment, of HTML that is a string in a design. */
export function readFragmentText(run: ImportRun, html: string, look: Look): LeafBlock[] {
  return readFragment(run, parseMarkup({ text: html }).children, look);
}

/** Whether paragraphs, lists and links are all there is: then it is one block. */
function isRunningText(run: ImportRun, nodes: readonly MarkupNode[], look: Look): boolean {
  return nodes.every((node) => {
    if (node.kind !== 'element') return true;
    if (FOREIGN.has(node.name) || /^(?:table|img|hr|h[1-6]|script|style|noscript)$/.test(node.name))
      return false;
    if (node.name === 'a' && readLinkButton(run, node, look)) return false;
    return isRunningText(run, node.children, look);
  });
}
