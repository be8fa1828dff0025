import { outlineContent, shortenIds, type TemplateContent } from '../../../mail/model/index.ts';

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
export function listTouched(edit: AppliedEdit) {
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
export function outlineEdit(id: string, edit: AppliedEdit): { outline?: string } {
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
