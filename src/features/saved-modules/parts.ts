import { parseContent } from '../../mail/model/index.ts';
import { invalidField } from '../../platform/errors.ts';
import { createId } from '../../platform/ids.ts';
import { foldName, toContentError } from '../templates/index.ts';

/**
 * The JSON of a list of blocks, as it was sent: the content model only says whether a template could take them, because
 * what fills gaps would also make ids, and editors make those when they insert a module.
 * Throws `validation_failed` with the path of each fault, or `too_large`.
 */
export function prepareBlocks(blocks: unknown): string {
  if (!Array.isArray(blocks)) throw invalidField('content', 'must be a list of blocks.');
  if (blocks.length === 0) throw invalidField('content', 'must have at least one block.');
  const parsed = parseContent({ blocks, settings: {} }, { makeId: createId, unknownBlockTypes: 'keep' });
  if (parsed.ok) return JSON.stringify(blocks);
  const faults = parsed.faults.map((fault) => ({ ...fault, path: fault.path.replace(/^\/blocks/, '') }));
  throw toContentError({ ...parsed, faults }, 'content');
}

/** A name as stored. Throws `validation_failed` for one of nothing but spaces. */
export function prepareName(name: string): { name: string; nameFolded: string } {
  if (name.trim() === '') throw invalidField('name', 'must not be empty.');
  return { name, nameFolded: foldName(name) };
}

/** A category as stored: null for none. */
export function prepareCategory(category: string | null | undefined): string | null {
  return category == null || category.trim() === '' ? null : category;
}
