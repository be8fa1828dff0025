import type { TemplateContent } from '../mail/model/index.ts';
import { copyContent, findPlace, type WireOperation } from './editor-content.ts';
import type { Contested } from './keys.ts';
import { makeRepeatable, placeAll } from './send-operations.ts';
import { replaceAll } from './wire-operations.ts';

/** The operations after which all show the contested values of `content`, without blocks that were changed since. */
export function settleContested(
  contested: Contested | undefined,
  content: TemplateContent,
  isChanged: (blockId: string) => boolean = () => false,
): WireOperation[] {
  if (contested === undefined) return [];
  const { blocks, settings, places, whole } = contested;
  const goal = copyContent(content);
  // Editors cannot remove a setting.
  const isRemoved = [...settings].some((name) => !Object.hasOwn(goal.settings, name));
  if (whole || isRemoved) return [replaceAll(content)];
  const operations: WireOperation[] = [];
  const updates = Object.fromEntries(Object.entries(goal.settings).filter(([name]) => settings.has(name)));
  if (Object.keys(updates).length > 0) operations.push({ operation: 'update_settings', data: { updates } });
  for (const [block_id, { isPresence }] of blocks) {
    if (isChanged(block_id)) continue;
    const place = findPlace(goal, block_id);
    const block = place?.list[place.index];
    if (place === undefined || block === undefined) {
      operations.push({ operation: 'delete_block', data: { block_id } });
    } else if (isPresence) {
      const { section, column, index } = place;
      const list = section && { section_id: section.id as string, column_index: column };
      operations.push({ operation: 'add_block', data: { ...list, index, block } });
    } else {
      const { id: _id, type: _type, children: _children, ...fields } = block;
      operations.push({ operation: 'update_block', data: { block_id, updates: fields } });
    }
  }
  return [...makeRepeatable(operations, content), ...(places ? placeAll(content) : [])];
}
