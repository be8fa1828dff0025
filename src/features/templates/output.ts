import type { Static } from '@sinclair/typebox';
import { toIsoTime } from '../../platform/clock.ts';
import { storedJson } from '../../platform/stored-json.ts';
import type { ListedTemplate, TemplateWithContent } from './queries.ts';
import type { Template, TemplateSummary } from './schema.ts';

/** A row as lists show it. */
export function toTemplateSummary(row: ListedTemplate): Static<typeof TemplateSummary> {
  const createdAt = toIsoTime(row.createdAt);
  return {
    id: row.id,
    ...(row.name === null ? {} : { name: row.name }),
    version: row.version,
    createdAt,
    updatedAt: row.updatedAt === row.createdAt ? createdAt : toIsoTime(row.updatedAt),
  };
}

/** A row with its content, spliced in as stored. */
export function toTemplate(row: TemplateWithContent): Static<typeof Template> {
  return { ...toTemplateSummary(row), content: storedJson(row.json) };
}
