import { decodeHTML } from 'entities';
import { mapOutsideMergeTags } from '../../parse/merge-tags.ts';
import type { ElementNode, MarkupNode } from './node.ts';

/** Elements whose content nobody sees. */
const UNSEEN: ReadonlySet<string> = new Set([
  'script',
  'style',
  'title',
  'head',
  'template',
  'noscript',
  'textarea',
  'datalist',
  'mj-head',
]);

/** Elements that do not end a word. */
const INLINE: ReadonlySet<string> = new Set(
  'a abbr acronym b bdi bdo big cite code del dfn em font i ins kbd label mark q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);

/** Whether an element of this name stands within a line of text. */
export function isInlineName(name: string): boolean {
  return INLINE.has(name);
}

/** Whether what is in an element of this name is not shown. */
export function isUnseenName(name: string): boolean {
  return UNSEEN.has(name);
}

/** Text with its entities decoded; those inside merge tags belong to the template language and stay. */
export function decodeText(raw: string): string {
  return raw.includes('&') ? mapOutsideMergeTags(raw, (piece) => decodeHTML(piece)) : raw;
}

/** Text for use between tags. Merge tags stay as they are. */
export function escapeText(text: string): string {
  const write = (piece: string) =>
    piece.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return mapOutsideMergeTags(text, write);
}

/** Text for use in an attribute between double quotes. Merge tags stay as they are. */
export function escapeAttribute(text: string): string {
  const write = (piece: string) => piece.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return mapOutsideMergeTags(text, write);
}

/** Runs of white space become one space, but not inside merge tags. */
export function collapseSpace(text: string): string {
  return mapOutsideMergeTags(text, (piece) => piece.replace(/[ \t\r\n\f]+/g, ' '));
}

/** What a reader sees of these nodes as one line of plain text. */
export function plainText(nodes: readonly MarkupNode[]): string {
  const parts: string[] = [];
  collectText(nodes, parts);
  return collapseSpace(parts.join('').replaceAll('\u00a0', ' ')).trim();
}

/** As plainText, of one element. */
export function plainTextOf(element: ElementNode): string {
  return plainText(element.children);
}

/** Whether there is anything to read in these nodes. */
export function hasText(nodes: readonly MarkupNode[]): boolean {
  return nodes.some((node) => {
    if (node.kind === 'text') return decodeText(node.raw).replaceAll('\u00a0', ' ').trim() !== '';
    return node.kind === 'element' && !isUnseenName(node.name) && hasText(node.children);
  });
}

function collectText(nodes: readonly MarkupNode[], parts: string[]): void {
  for (const node of nodes) {
    if (node.kind === 'text') parts.push(decodeText(node.raw));
    if (node.kind !== 'element' || isUnseenName(node.name)) continue;
    const gap = isInlineName(node.name) ? '' : ' ';
    parts.push(gap);
    collectText(node.children, parts);
    parts.push(gap);
  }
}
