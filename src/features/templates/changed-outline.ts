import { outlineContent, type TemplateContent } from '../../mail/model/index.ts';

/** The result of operations: the new content, and the ids of the blocks that they touched. */
export interface AppliedEdit {
  content: TemplateContent;
  added: readonly string[];
  updated: readonly string[];
  moved: readonly string[];
  deleted: readonly string[];
}

/** Most blocks in the outline of an answer to a change: about 25 KB, which agents read whole. */
const MAX_OUTLINED = 300;

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
  const isWhole = lines.length <= MAX_OUTLINED || touched.size === 0;
  return { outline: boundLines(id, isWhole ? lines : readTouched(), lines.length) };
}

/** `total`: the lines of the whole outline, if these are not all. */
function boundLines(id: string, lines: readonly string[], total = lines.length): string {
  const shown = lines.slice(0, MAX_OUTLINED);
  const left = total - shown.length;
  if (left === 0) return lines.join('\n');
  const all = JSON.stringify({ template_id: id, format: 'outline' });
  return [
    ...shown,
    `… ${left} more ${left === 1 ? 'block' : 'blocks'}: get-template with ${all} shows all.`,
  ].join('\n');
}
