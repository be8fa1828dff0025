import type { Static } from '@sinclair/typebox';
import {
  compactContent,
  compactSettings,
  findBlocks,
  listTexts,
  outlineContent,
  shortenIds,
  type TemplateContent,
} from '../../mail/model/index.ts';
import { toIsoTime } from '../../platform/clock.ts';
import { invalidField } from '../../platform/errors.ts';
import { parseStoredJson, storedJson } from '../../platform/json/stored-json.ts';
import type { ListedTemplate as ListedRow } from './listing/list-queries.ts';
import { parseTags } from './organizing/attributes.ts';
import type { TemplateRow, TemplateWithContent } from './queries.ts';
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

/** The result of operations: the new content, and the ids of the blocks that they touched. */
export interface AppliedEdit {
  content: TemplateContent;
  added: readonly string[];
  updated: readonly string[];
  moved: readonly string[];
  deleted: readonly string[];
}

/** Most blocks in the outline and in each list of ids of an answer to a change: about 25 KB, which agents read whole. */
const MAX_LISTED = 300;

/** The ids of touched blocks in the short form of the outline, which operations accept, and how many are left out. */
function listTouched(edit: AppliedEdit) {
  const kinds = (['added', 'updated', 'moved', 'deleted'] as const).filter((kind) => edit[kind].length > 0);
  const short = kinds.map((kind) => [kind, shortenIds(edit.content, edit[kind].slice(0, MAX_LISTED))]);
  const left = kinds
    .map((kind) => [kind, edit[kind].length - MAX_LISTED] as const)
    .filter(([, count]) => count > 0);
  return { ...Object.fromEntries(short), ...(left.length > 0 && { left_out: Object.fromEntries(left) }) };
}

/** The outline of a template after a change. Of a large one the first blocks, with a line that says how to read the rest. */
export function outlineChanged(id: string, content: TemplateContent): string {
  return boundLines(id, outlineContent(content).split('\n'));
}

/**
 * The whole outline if blocks were added, moved or deleted, otherwise only the lines of the updated blocks. Of a template
 * with too many blocks, only those that the edit touched and left.
 */
function outlineEdit(id: string, edit: AppliedEdit): { outline?: string } {
  const { content, added, updated, moved, deleted } = edit;
  const touched = new Set([...added, ...updated, ...moved]);
  const readTouched = () => outlineContent(content, { only: touched }).split('\n');
  if ([added, moved, deleted].every((ids) => ids.length === 0))
    return updated.length === 0 ? {} : { outline: boundLines(id, readTouched()) };
  const lines = outlineContent(content).split('\n');
  const isWhole = lines.length <= MAX_LISTED || touched.size === 0;
  return { outline: boundLines(id, isWhole ? lines : readTouched(), lines.length) };
}

/** `total`: the lines of the whole outline, if these are not all. */
function boundLines(id: string, lines: readonly string[], total = lines.length): string {
  const shown = lines.slice(0, MAX_LISTED);
  const left = total - shown.length;
  if (left === 0) return lines.join('\n');
  const all = JSON.stringify({ template_id: id, format: 'outline' });
  return [
    ...shown,
    `… ${left} more ${left === 1 ? 'block' : 'blocks'}: get-template with ${all} shows all.`,
  ].join('\n');
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
