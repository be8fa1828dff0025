import { type Fields, isFields } from '../record.ts';
import { type TemplateContent, walkBlocks } from '../template-content.ts';
import { buildTree, shortenId } from './tree.ts';

/** Fields that hold rich text, and plain text. */
export const RICH_FIELDS: ReadonlySet<string> = new Set(['content', 'renderedHtml']);
export const PLAIN_FIELDS: ReadonlySet<string> = new Set([
  ...['text', 'alt', 'title', 'label', 'expiredMessage', 'preheaderText', 'subject'],
]);

/** Parts of a block that have texts of their own, or texts that readers never see. */
const OTHERS = new Set(['children', 'displayCondition', 'fieldValues', 'renderedHtml']);

/** The texts of a block: the only one by itself, several by their paths, such as `items.0.text`. */
export type BlockTexts = string | Record<string, string>;

const MAX_DEPTH = 6;

/**
 * The texts of a content, without markup around blocks, fields and defaults: of each block with texts by its short id, in
 * reading order, then those of the settings. `update_texts` writes them back.
 */
export function listTexts(content: TemplateContent): Record<string, BlockTexts> {
  const tree = buildTree(content.blocks);
  const texts: [string, BlockTexts][] = [];
  for (const { block } of walkBlocks(content)) {
    const found = readTexts(block);
    if (found.size > 0) texts.push([shortenId(tree, block.id), toBlockTexts(found)]);
  }
  const settings = readTexts(content.settings);
  if (settings.size > 0) texts.push(['settings', Object.fromEntries(settings)]);
  return Object.fromEntries(texts);
}

function toBlockTexts(found: ReadonlyMap<string, string>): BlockTexts {
  const [[path = '', text = ''] = [], second] = found;
  return second === undefined && !path.includes('.') ? text : Object.fromEntries(found);
}

/** The texts of a block or of settings by their paths; empty ones are none. */
function readTexts(block: unknown): Map<string, string> {
  const found = new Map<string, string>();
  const read = (value: unknown, path: string, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return;
    for (const [name, inner] of Object.entries(value)) {
      if (OTHERS.has(name)) continue;
      const at = path === '' ? name : `${path}.${name}`;
      if (typeof inner !== 'string') read(inner, at, depth + 1);
      else if ((PLAIN_FIELDS.has(name) || RICH_FIELDS.has(name)) && inner.trim() !== '') found.set(at, inner);
    }
  };
  read(block, '', 0);
  return found;
}

/**
 * The fields that an update has to set for a block or settings to have these texts. `fault`: what does not fit, with the
 * path within `texts`.
 */
export function planTexts(
  block: unknown,
  texts: unknown,
): { fields: Fields } | { fault: string; at: string } {
  const known = readTexts(block);
  const paths = [...known.keys()].slice(0, 20).join(', ');
  if (typeof texts === 'string') {
    const [path, second] = known.keys();
    if (path === undefined) return { fault: 'has no text. Leave it out.', at: '' };
    if (second !== undefined)
      return { fault: `has several texts. Send {path: text} with: ${paths}.`, at: '' };
    return { fields: setText(block, path, texts, {}) };
  }
  if (!isFields(texts)) return { fault: 'must be a text, or {path: text}.', at: '' };
  let fields: Fields = {};
  for (const [path, text] of Object.entries(texts)) {
    if (typeof text !== 'string') return { fault: 'must be a text.', at: path };
    if (!known.has(path)) return { fault: unknownPath(paths), at: path };
    fields = setText(block, path, text, fields);
  }
  return { fields };
}

function unknownPath(paths: string): string {
  return paths === ''
    ? 'is no text of a block that has none. Leave it out.'
    : `is none of its texts: ${paths}.`;
}

/** Lists are replaced as a whole by an update, so the whole top-level field is set. */
function setText(block: unknown, path: string, text: string, fields: Fields): Fields {
  const [first = '', ...rest] = path.split('.');
  const before = Object.hasOwn(fields, first) ? fields[first] : (block as Fields)[first];
  return { ...fields, [first]: setIn(before, rest, text) };
}

function setIn(value: unknown, [name, ...rest]: readonly string[], text: string): unknown {
  if (name === undefined) return text;
  if (Array.isArray(value)) return value.with(Number(name), setIn(value[Number(name)], rest, text));
  return { ...(value as Fields), [name]: setIn((value as Fields)[name], rest, text) };
}
