import { inheritLook, type Look } from '../css/look.ts';
import type { ImportRun } from '../import-run.ts';
import type { ElementNode } from '../markup/node.ts';
import { isUnseenName } from '../markup/text.ts';

/** The color and font most of the text of a mail has: what the settings say, so that blocks need not. */
export function surveyText(run: ImportRun, body: ElementNode, look: Look): Look {
  const colors = new Map<string, number>();
  const fonts = new Map<string, number>();
  const visit = (element: ElementNode, around: Look): void => {
    for (const child of element.children) {
      if (child.kind === 'text') {
        const length = child.raw.trim().length;
        if (length > 0) count(colors, around.color, length);
        if (length > 0) count(fonts, around.fontFamily, length);
      }
      if (child.kind !== 'element' || isUnseenName(child.name) || child.name === 'a') continue;
      visit(child, inheritLook(around, run.styleOf(child)));
    }
  };
  visit(body, look);
  const color = most(colors) ?? look.color;
  const fontFamily = most(fonts) ?? look.fontFamily;
  return { ...(color ? { color } : {}), ...(fontFamily ? { fontFamily } : {}) };
}

function count(counts: Map<string, number>, key: string | undefined, by: number): void {
  if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + by);
}

function most(counts: Map<string, number>): string | undefined {
  let best: string | undefined;
  for (const [key, times] of counts) if (best === undefined || times > (counts.get(best) ?? 0)) best = key;
  return best;
}
