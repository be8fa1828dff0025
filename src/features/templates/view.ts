import type { Static } from '@sinclair/typebox';
import { findBlocks, outlineContent, type TemplateContent } from '../../mail/model/index.ts';
import { invalidField } from '../../platform/errors.ts';
import { parseStoredJson, storedJson } from '../../platform/stored-json.ts';

/** How much of a content somebody wants to see; see `ViewInput`. */
export interface View {
  format?: 'full' | 'blocks' | 'outline' | undefined;
  block_ids?: string[] | undefined;
}

/** Throws `validation_failed` for chosen blocks in a format that has none. */
export function requirePossibleView({ format = 'blocks', block_ids }: View): void {
  if (block_ids === undefined || format === 'blocks') return;
  throw invalidField('block_ids', `goes with format "blocks", not "${format}".`);
}

/** What a view shows of a content, given as the UTF-8 bytes of its JSON, which the full one passes on as they are. */
export function viewContent(json: Uint8Array, { format, block_ids }: View) {
  if (block_ids !== undefined) {
    const { blocks, missing } = findBlocks(parseContentBytes(json), block_ids);
    return { blocks, ...(missing.length > 0 && { missing_block_ids: missing }) };
  }
  if (format === 'outline') return { outline: outlineContent(parseContentBytes(json)) };
  if (format === 'blocks') return { blocks: parseContentBytes(json).blocks };
  return { content: storedJson<Static<typeof TemplateContent>>(json) };
}

/** A stored content, to look inside. */
export function parseContentBytes(json: Uint8Array): TemplateContent {
  return parseStoredJson(storedJson<TemplateContent>(json));
}
