import type { Static } from '@sinclair/typebox';
import {
  compactContent,
  compactSettings,
  findBlocks,
  listTexts,
  outlineContent,
  type TemplateContent,
} from '../../mail/model/index.ts';
import { toIsoTime } from '../../platform/clock.ts';
import { invalidField } from '../../platform/errors.ts';
import { parseStoredJson, storedJson } from '../../platform/json/stored-json.ts';
import type { ListedTemplate as ListedRow } from './listing/list-queries.ts';
import { parseTags } from './organizing/tags.ts';
import type { TemplateRow, TemplateWithContent } from './queries.ts';
import { type AppliedEdit, listTouched, outlineChanged, outlineEdit } from './saving/changed-outline.ts';
import type { ChangedTemplate, ListedTemplate, Template } from './schema.ts';

/** A row without content. */
export function toTemplateSummary(row: Summarized): Omit<Static<typeof Template>, 'content'> {
  const createdAt = toIsoTime(row.createdAt);
  return {
    id: row.id,
    ...(row.name === null ? {} : { name: row.name }),
    ...(row.key !== null && { key: row.key }),
    version: row.version,
    createdAt,
    updatedAt: row.updatedAt === row.createdAt ? createdAt : toIsoTime(row.updatedAt),
    ...(row.folderId !== null && { folder_id: row.folderId }),
    ...(row.tags !== null && { tags: parseTags(row.tags) }),
    ...(row.archivedAt !== null && { archived_at: toIsoTime(row.archivedAt) }),
  };
}

type Summarized = Pick<
  TemplateRow,
  'id' | 'name' | 'key' | 'version' | 'createdAt' | 'updatedAt' | 'folderId' | 'tags' | 'archivedAt'
>;

/** A row as lists show it. */
export function toListedTemplate(row: ListedRow): Static<typeof ListedTemplate> {
  return {
    ...toTemplateSummary(row),
    ...(row.scoredVersion !== null && { score: row.score, scored_version: row.scoredVersion }),
    ...(row.exportedAt > 0 && { exported_at: toIsoTime(row.exportedAt) }),
  };
}

/** A row with its content, which is spliced in as stored. */
export function toTemplate(row: TemplateWithContent): Static<typeof Template> {
  return { ...toTemplateSummary(row), content: storedJson(row.json) };
}

/** The part of a content to return; see `ViewInput`. */
export interface View {
  format?: 'full' | 'compact' | 'blocks' | 'outline' | 'texts' | undefined;
  block_ids?: string[] | undefined;
}

/** Throws `validation_failed` if blocks were selected in a format without blocks. */
export function requirePossibleView({ format = 'blocks', block_ids }: View): void {
  if (block_ids === undefined || format === 'blocks') return;
  throw invalidField('block_ids', `goes with format "blocks", not "${format}".`);
}

/** The part of a content that a view requests. `json`: its UTF-8 bytes, which the full view returns without parsing. */
export function viewContent(json: Uint8Array, { format, block_ids }: View) {
  if (block_ids !== undefined) {
    const { blocks, missing } = findBlocks(parseContentBytes(json), block_ids);
    return { blocks, ...(missing.length > 0 && { missing_block_ids: missing }) };
  }
  if (format === 'outline') {
    const content = parseContentBytes(json);
    const settings = compactSettings(content.settings);
    const outline = outlineContent(content, { pictures: true });
    return { outline, ...(Object.keys(settings).length > 0 && { settings }) };
  }
  if (format === 'compact') return { content: compactJson(parseContentBytes(json)) };
  if (format === 'texts') return { texts: listTexts(parseContentBytes(json)) };
  if (format === 'blocks') return { blocks: parseContentBytes(json).blocks };
  return { content: storedJson<Static<typeof TemplateContent>>(json) };
}

const compactJson = (content: TemplateContent) =>
  storedJson<Static<typeof TemplateContent>>(Buffer.from(JSON.stringify(compactContent(content))));

/** Parses a stored content. */
export function parseContentBytes(json: Uint8Array): TemplateContent {
  return parseStoredJson(storedJson<TemplateContent>(json));
}

export interface ChangeReport {
  before: TemplateRow;
  after: TemplateWithContent;
  /** The result of operations, or `replaced` for a whole new content; absent if the content did not change. */
  change?: AppliedEdit | 'replaced';
}

/** The answer to a change: the whole template, or a compact summary of the change. */
export function toChangedTemplate(
  { before, after, change }: ChangeReport,
  answer: 'full' | 'compact',
): Static<typeof ChangedTemplate> {
  if (answer === 'full') return toTemplate(after);
  return {
    id: after.id,
    version: after.version,
    previous_version: before.version,
    ...(before.name !== after.name && { previous_name: before.name }),
    ...(change === 'replaced' && { outline: outlineChanged(after.id, parseContentBytes(after.json)) }),
    ...(typeof change === 'object' && { ...listTouched(change), ...outlineEdit(after.id, change) }),
  };
}
