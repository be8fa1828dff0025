import type { SafeMail } from '../../mail/render/index.ts';
import type { Deps } from '../../platform/deps.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { parseStoredJson, type StoredJson } from '../../platform/stored-json.ts';
import { recallPlainText } from './cache.ts';
import { openTemplateSource, renderMail } from './render-mail.ts';

export interface PreparedMail extends SafeMail {
  /** Name of the template; null if it has none. */
  name: string | null;
}

/**
 * Makes a mail of HTML that a client has sent for a template: as it is if our own export of it was just that, otherwise
 * sanitized. Throws `not_found` for a template that is not the tenant's.
 */
export async function prepareMail(
  context: { deps: Deps; scope: TenantScope },
  templateId: string,
  html: string,
): Promise<PreparedMail> {
  const { deps, scope } = context;
  const { template, source } = await openTemplateSource(context, templateId);
  const plainText = recallPlainText(deps, scope, html);
  if (plainText !== undefined) return { name: template.name, html, plainText };
  const own = await renderMail(context, source, { format: 'html' });
  const ownHtml = parseStoredJson(own.html as StoredJson<string>);
  const safe = await deps.services.rendering.pools.sanitizing.run({ kind: 'sanitize', html, own: ownHtml });
  return { name: template.name, ...safe };
}
