import type { Static } from '@sinclair/typebox';
import { toIsoTime } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { addressOf } from './addresses.ts';
import type { ItemRow, PackedConversion } from './queries.ts';
import type { MediaItem } from './schema.ts';

type MediaAnswer = 'full' | 'compact';

/** A file for an answer. */
export function toItem(deps: Deps, row: ItemRow, answer: MediaAnswer = 'full'): Static<typeof MediaItem> {
  return answer === 'compact' ? toCompactItem(deps, row) : toFullItem(deps, row);
}

function toFullItem(deps: Deps, row: ItemRow): Static<typeof MediaItem> {
  const conversions = readConversions(row);
  const urlOf = (name: PackedConversion[0]) => {
    const made = conversions.find(([known]) => known === name);
    return made === undefined ? null : addressOf(deps, row.token, name, made[1]);
  };
  const { id, filename, size, width, height, color, placeholder } = row;
  return {
    id,
    filename,
    mime_type: row.mime,
    size,
    url: addressOf(deps, row.token, 'original', row.extension),
    small_url: urlOf('small'),
    medium_url: urlOf('medium'),
    large_url: urlOf('large'),
    folder_id: row.folderId,
    conversions_generated: row.conversions === 'done' || row.conversions === 'none',
    width,
    height,
    alt_text: row.altText,
    color,
    placeholder,
    created_at: toIsoTime(row.createdAt),
    updated_at: toIsoTime(row.updatedAt),
  };
}

/** For agents: only one address, of the large version if there is one, because originals may be too large for mails. */
function toCompactItem(deps: Deps, row: ItemRow): Static<typeof MediaItem> {
  const { id, filename, folderId, altText, color } = row;
  const best = readConversions(row).find(([name]) => name === 'large');
  const [name, extension, size, width, height] = best ?? [
    'original',
    row.extension,
    row.size,
    row.width,
    row.height,
  ];
  const url = addressOf(deps, row.token, name, extension);
  return { id, filename, url, width, height, size, alt_text: altText, color, folder_id: folderId };
}

function readConversions({ conversionFiles }: ItemRow): PackedConversion[] {
  return conversionFiles === '[]' ? [] : (JSON.parse(conversionFiles) as PackedConversion[]);
}
