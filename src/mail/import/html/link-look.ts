import { readColor } from '../css/colors.ts';
import type { ImportRun } from '../import-run.ts';
import type { ElementNode } from '../markup/node.ts';

/** What a rule for all links says. */
export function linkLook(
  run: ImportRun,
  parent: ElementNode,
): { linkColor?: string; linkUnderline?: boolean } {
  const link: ElementNode = { ...parent, name: 'a', attributes: new Map(), children: [], parent };
  const style = run.styleOf(link);
  const color = readColor(style.get('color'));
  const decoration = style.get('text-decoration');
  return {
    ...(color ? { linkColor: color } : {}),
    ...(decoration && /none/.test(decoration) ? { linkUnderline: false } : {}),
  };
}
