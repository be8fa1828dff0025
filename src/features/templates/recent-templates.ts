import type { Static } from '@sinclair/typebox';
import { createByteCache } from '../../platform/byte-cache.ts';
import type { Deps } from '../../platform/deps.ts';
import { perApplication } from '../../platform/per-application.ts';
import { toTemplate } from './output.ts';
import type { TemplateRow, TemplateWithContent } from './queries.ts';
import type { Template } from './schema.ts';

type TemplateOutput = Static<typeof Template>;

/** Bytes of content kept in memory; with the answers made of it, about twice that. */
const MAX_BYTES = 16 * 1024 * 1024;

/** What remembering a template takes beside its content: without it, small ones could pile up without end. */
const BYTES_PER_TEMPLATE = 1024;

const cacheOf = perApplication(() => createByteCache<TemplateOutput>(MAX_BYTES));

/**
 * The output of a template that was read before and is still at that version: the very same object, so that a surface
 * can keep what it makes of it. `row` has just been read within the caller's scope; only its content is remembered.
 */
export function recallTemplate(deps: Deps, row: TemplateRow): TemplateOutput | undefined {
  return cacheOf(deps).get(keyOf(row));
}

/** Remembers a template as it is at this version; a version never changes. */
export function rememberTemplate(deps: Deps, row: TemplateWithContent): TemplateOutput {
  const output = toTemplate(row);
  cacheOf(deps).set(keyOf(row), output, row.json.byteLength + BYTES_PER_TEMPLATE);
  return output;
}

function keyOf({ id, version }: TemplateRow): string {
  return `${id} ${version}`;
}
