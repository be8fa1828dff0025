import type { Static } from '@sinclair/typebox';
import type { Deps } from '../../platform/deps.ts';
import { toTemplate } from './output.ts';
import type { TemplateRow, TemplateWithContent } from './queries.ts';
import type { Template } from './schema.ts';

export type TemplateOutput = Static<typeof Template>;

/** Bytes of content kept in memory; with the answers made of it, about twice that. */
export const MAX_TEMPLATE_CACHE_BYTES = 16 * 1024 * 1024;

/** What remembering a template takes beside its content: without it, small ones could pile up without end. */
const BYTES_PER_TEMPLATE = 1024;

/**
 * The output of a template that was read before and is still at that version: the very same object, so that a surface
 * can keep what it makes of it. `row` has just been read within the caller's scope; only its content is remembered.
 */
export function recallTemplate(deps: Deps, row: TemplateRow): TemplateOutput | undefined {
  return deps.services.templates.read.get(keyOf(row));
}

/** Remembers a template as it is at this version; a version never changes. */
export function rememberTemplate(deps: Deps, row: TemplateWithContent): TemplateOutput {
  const output = toTemplate(row);
  deps.services.templates.read.set(keyOf(row), output, row.json.byteLength + BYTES_PER_TEMPLATE);
  return output;
}

function keyOf({ id, version }: TemplateRow): string {
  return `${id} ${version}`;
}
