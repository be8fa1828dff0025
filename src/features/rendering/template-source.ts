import type { Deps } from '../../platform/deps.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { selectTemplateWithContent, templateNotFound } from '../templates/index.ts';
import { selectTemplateToRender } from './queries.ts';
import type { MailSource } from './render-mail.ts';

/** A stored template as something to render. Throws `not_found` for one that is not the tenant's. */
export async function openTemplateSource(
  { deps, scope }: { deps: Deps; scope: TenantScope },
  templateId: string,
) {
  const template = await selectTemplateToRender(scope, deps.db.reader, templateId);
  if (template === undefined) throw templateNotFound();
  const source: MailSource = {
    title: template.name ?? undefined,
    contentHash: template.hash,
    async readContent() {
      const row = await selectTemplateWithContent(scope, deps.db.reader, templateId);
      if (row === undefined) throw templateNotFound();
      return Buffer.from(row.json).toString();
    },
  };
  return { template, source };
}
