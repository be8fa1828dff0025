import type { ImportRun } from '../import-run.ts';
import type { ElementNode } from '../markup/node.ts';
import { isUnseenName, plainTextOf } from '../markup/text.ts';
import { isHidden } from './classify.ts';

/** Signs that fill a preview line up so that nothing of the mail shows in it. */
const FILLERS = /\u034f|[\u00ad\u061c\u115f\u200b-\u200f\u2007\u2060-\u2064\ufeff]/g;

/** Takes the hidden text before everything that is seen out of a mail: what an inbox shows after the subject. */
export function takePreheader(run: ImportRun, body: ElementNode): string | undefined {
  const hidden = findFirst(run, body);
  if (hidden === 'seen' || hidden === undefined) return undefined;
  const parent = hidden.parent as ElementNode;
  parent.children = parent.children.filter((child) => child !== hidden);
  const text = plainTextOf(hidden).replace(FILLERS, ' ').replace(/\s+/g, ' ').trim();
  return text === '' ? undefined : text;
}

/** The first hidden element with text, or `seen` when something that is seen comes first. */
function findFirst(run: ImportRun, element: ElementNode): ElementNode | 'seen' | undefined {
  for (const child of element.children) {
    if (child.kind === 'text' && child.raw.trim() !== '') return 'seen';
    if (child.kind !== 'element' || isUnseenName(child.name)) continue;
    if (isHidden(run.styleOf(child))) {
      if (plainTextOf(child) !== '') return child;
      continue;
    }
    if (child.name === 'img') return 'seen';
    const found = findFirst(run, child);
    if (found !== undefined) return found;
  }
  return undefined;
}
