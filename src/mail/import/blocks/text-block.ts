import type { ParagraphBlock, TitleBlock } from '../../model/index.ts';
import { isSameColor } from '../css/colors.ts';
import type { Look } from '../css/look.ts';
import type { ImportRun } from '../import-run.ts';
import type { ElementNode, MarkupNode } from '../markup/node.ts';
import { plainText } from '../markup/text.ts';
import { type BlockBox, makeParagraph, makeTitle } from './make-block.ts';
import { writeRichText } from './rich-text.ts';

type Level = TitleBlock['level'];

const LEVEL_SIZES: Readonly<Record<Level, number>> = { 1: 36, 2: 28, 3: 22, 4: 18 };

/** Longer texts are read, not glanced at: they stay paragraphs whatever their size. */
const MAX_TITLE = 160;

/** A title or a paragraph of these nodes; undefined when there is nothing to read. */
export function makeText(
  run: ImportRun,
  nodes: readonly MarkupNode[],
  look: Look,
  box: BlockBox,
): TitleBlock | ParagraphBlock | undefined {
  const text = plainText(nodes);
  if (text === '') return undefined;
  const level = levelOfSize(look);
  if (level !== undefined && text.length <= MAX_TITLE && isOneLine(nodes)) {
    return makeHeading(run, nodes, look, level, box);
  }
  const content = writeRichText(nodes, { styleOf: run.styleOf, look, base: run.base });
  return content === '' ? undefined : makeParagraph(run, content, box);
}

/** A title of the level of an h1 to h6 element, or of text that is as large as one. */
export function makeHeading(
  run: ImportRun,
  nodes: readonly MarkupNode[],
  look: Look,
  level: Level,
  box: BlockBox,
): TitleBlock | undefined {
  if (plainText(nodes) === '') return undefined;
  const size = LEVEL_SIZES[level];
  const { fontSize = size, color, fontFamily, textAlign = 'left' } = look;
  const normal: Look = { ...look, fontSize, isBold: true };
  const base: Look = {
    fontSize: size,
    isBold: true,
    ...(color ? { color } : {}),
    ...(fontFamily ? { fontFamily } : {}),
  };
  const content = writeRichText(nodes, { styleOf: run.styleOf, look: normal, base, isSingleLine: true });
  const fields = {
    content: look.isBold ? content : `<span style="font-weight: normal">${content}</span>`,
    level,
    textAlign,
    ...(color && !isSameColor(color, run.base.color) ? { color } : {}),
    ...(fontFamily && fontFamily !== run.base.fontFamily ? { fontFamily } : {}),
  };
  return makeTitle(run, fields, box);
}

/** The level of an element named h1 to h6; the last two have no level of their own. */
export function levelOfName(name: string): Level | undefined {
  const level = /^h([1-6])$/.exec(name)?.[1];
  return level === undefined ? undefined : (Math.min(Number(level), 4) as Level);
}

/** The level whose size comes closest, for text that is set like a heading. */
function levelOfSize(look: Look): Level | undefined {
  const { fontSize = 0, isBold = false } = look;
  if (fontSize < (isBold ? 18 : 20)) return undefined;
  const levels = [1, 2, 3, 4] as const;
  const distance = (level: Level) => Math.abs(LEVEL_SIZES[level] - fontSize);
  return levels.reduce((best, level) => (distance(level) < distance(best) ? level : best));
}

/** Whether the text has no structure of its own that a title would lose. */
function isOneLine(nodes: readonly MarkupNode[]): boolean {
  return nodes.every(
    (node) =>
      node.kind !== 'element' || (!STRUCTURE.has(node.name) && isOneLine((node as ElementNode).children)),
  );
}

const STRUCTURE: ReadonlySet<string> = new Set(
  'p div ul ol table blockquote h1 h2 h3 h4 h5 h6 br pre dl center section'.split(' '),
);
