import type { Declarations } from '../css/declarations.ts';
import { readPixels } from '../css/lengths.ts';
import type { ImportRun } from '../import-run.ts';
import type { ElementNode, MarkupNode } from '../markup/node.ts';
import { isInlineName, isUnseenName } from '../markup/text.ts';

/** Elements mail has no block for: they are kept as HTML. */
export const FOREIGN: ReadonlySet<string> = new Set(
  'video audio iframe object embed form input select button svg math canvas map marquee picture details dialog'.split(
    ' ',
  ),
);

/** Whether a style hides what it is on, by any of the ways mail does it. */
export function isHidden(style: Declarations): boolean {
  if (style.get('display') === 'none' || style.get('visibility') === 'hidden') return true;
  if (/^all\b/.test(style.get('mso-hide') ?? '') && isTiny(style)) return true;
  return isTiny(style) && (style.get('overflow') === 'hidden' || style.get('opacity') === '0');
}

function isTiny(style: Declarations): boolean {
  const isZero = (property: string, most: number) => {
    const pixels = readPixels(style.get(property));
    return pixels !== undefined && pixels <= most;
  };
  return (
    isZero('max-height', 0) || isZero('height', 0) || isZero('font-size', 1) || style.get('opacity') === '0'
  );
}

/** Whether a node stands within a line of text, together with all that is in it. */
export function isInline(run: ImportRun, node: MarkupNode): boolean {
  if (node.kind !== 'element') return true;
  if (node.name === 'img') return run.styleOf(node).get('display') !== 'block';
  if (!isInlineName(node.name) && node.name !== 'br') return false;
  return node.children.every((child) => isInline(run, child));
}

/** Pictures in these nodes, in order, each with the link around it. */
export interface LinkedImage {
  image: ElementNode;
  link: ElementNode | undefined;
}

/** The pictures among nodes and inside them. */
export function findImages(nodes: readonly MarkupNode[], link?: ElementNode): LinkedImage[] {
  return nodes.flatMap((node) => {
    if (node.kind !== 'element' || isUnseenName(node.name)) return [];
    if (node.name === 'img') return [{ image: node, link }];
    return findImages(node.children, node.name === 'a' ? node : link);
  });
}

/** Whether anything in the nodes is kept as HTML only. */
export function hasForeign(nodes: readonly MarkupNode[]): boolean {
  return nodes.some(
    (node) => node.kind === 'element' && (FOREIGN.has(node.name) || hasForeign(node.children)),
  );
}
