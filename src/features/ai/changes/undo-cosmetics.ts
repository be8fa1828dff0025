import { type Block, type TemplateContent, walkBlocks } from '../../../mail/model/index.ts';

/**
 * Puts texts back as they were where a model has only written the same HTML in another way: other quotes, spaces,
 * entities, `<br />` for `<br>`. What nobody asked for must not show up as a change.
 */
export function undoCosmetics(before: TemplateContent, after: TemplateContent): TemplateContent {
  const olds = new Map([...walkBlocks(before)].map(({ block }) => [block.id, block]));
  const restoreBlock = (block: Block): Block => {
    const old = olds.get(block.id);
    const restored = old === undefined ? block : (restore(old, block) as Block);
    if (restored.type !== 'section') return restored;
    return { ...restored, children: restored.children.map((list) => list.map(restoreBlock)) } as Block;
  };
  return { ...after, blocks: after.blocks.map(restoreBlock) };
}

function restore(before: unknown, after: unknown): unknown {
  if (before === after) return before;
  if (typeof before === 'string' && typeof after === 'string') {
    return normalise(before) === normalise(after) ? before : after;
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    return before.length === after.length ? after.map((item, index) => restore(before[index], item)) : after;
  }
  if (!isObject(before) || !isObject(after)) return after;
  // Blocks inside a section are compared by their ids.
  return Object.fromEntries(
    Object.entries(after).map(([key, value]) => [
      key,
      key === 'children' ? value : restore(before[key], value),
    ]),
  );
}

const ENTITIES: Record<string, string> = { '&#39;': "'", '&apos;': "'", '&quot;': '"', '&#34;': '"' };

function normalise(html: string): string {
  return html
    .replace(/&(?:#39|apos|quot|#34);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/<(\/?)([a-z][a-z0-9]*)((?:"[^"]*"|'[^']*'|[^'">])*)>/gi, (_tag, close, name, rest) => {
      const attributes = String(rest)
        .replace(/='([^'"]*)'/g, '="$1"')
        .replace(/\s*\/?\s*$/, '');
      return `<${close}${String(name).toLowerCase()}${attributes}>`;
    })
    .replace(/\s+/g, ' ')
    .replace(/\s*(<\/?(?:p|ul|ol|li|h[1-6]|br)>)\s*/g, '$1')
    .trim();
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
