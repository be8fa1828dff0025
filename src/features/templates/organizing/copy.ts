import type { Deps } from '../../../platform/deps.ts';
import { requireEffect, type TenantContext } from '../../../platform/operation.ts';
import type { Connection } from '../../../platform/ports/database.ts';
import type { TenantScope } from '../../../platform/scope.ts';
import { sha256 } from '../../../platform/security/crypto.ts';
import { createTenantScope, selectProject, selectTenant, tenantNotFound } from '../../projects/index.ts';
import { templateNotFound } from '../errors.ts';
import type { PreparedContent } from '../saving/prepare-content.ts';
import { MAX_TEMPLATE_NAME } from '../schema.ts';
import { requireTemplateWithContent } from '../template.ts';
import { parseTags, resolveTemplateKey } from './attributes.ts';

/** A template to copy, and the scope of its tenant. */
interface CopySource {
  scope: TenantScope;
  id: string;
}

/**
 * Finds the template to copy. Throws `forbidden` if the scope may not read, and `not_found` for a template of another tenant
 * that the scope does not cover.
 */
export async function findCopySource(
  { deps, scope }: TenantContext,
  idOrKey: string,
  tenant: string = scope.tenant.slug,
): Promise<CopySource> {
  requireEffect({ effect: 'read' }, scope);
  const source = tenant === scope.tenant.slug ? scope : await openOtherTenant(deps, scope, tenant);
  requireEffect({ effect: 'read' }, source);
  const isKeyKnown = scope.surface === 'server';
  const id = isKeyKnown ? await resolveTemplateKey(source, deps.db.reader, idOrKey) : idOrKey;
  return { scope: source, id };
}

async function openOtherTenant(deps: Deps, scope: TenantScope, slug: string): Promise<TenantScope> {
  const { readableTenants, projectId, actor, surface } = scope;
  if (readableTenants !== 'all' && !readableTenants?.has(slug)) throw templateNotFound();
  const project = await selectProject(deps.db.reader, projectId);
  const tenant = await selectTenant(deps.db.reader, projectId, slug);
  if (project === undefined || tenant === undefined) throw tenantNotFound();
  return createTenantScope(deps, project, tenant, { actor, surface });
}

/** The initial values of a new template; `undefined` and `null`: unnamed, at the top level, without tags. */
export interface TemplateDraft {
  name?: string | null | undefined;
  folder_id?: string | null | undefined;
  tags?: readonly string[] | undefined;
  /** The id of a content of the new template's tenant, or a content to store there. */
  content: PreparedContent | { id: number };
  json: Uint8Array;
}

/**
 * A copy for the scope's tenant, with the caller's own values where given. Throws `not_found` if the source is gone.
 */
export async function draftCopy(
  scope: TenantScope,
  db: Connection,
  source: CopySource,
  wanted: Pick<TemplateDraft, 'name' | 'folder_id' | 'tags'>,
): Promise<TemplateDraft> {
  const row = await requireTemplateWithContent(source.scope, db, source.id);
  const { json } = row;
  const isOwn = row.tenantId === scope.tenant.id;
  const hasFolders = isOwn && scope.plan.features.template_folders;
  return {
    name: wanted.name === undefined ? nameCopy(row.name) : wanted.name,
    folder_id: wanted.folder_id === undefined && hasFolders ? row.folderId : wanted.folder_id,
    tags: wanted.tags ?? parseTags(row.tags),
    content: isOwn ? { id: row.contentId } : { json, hash: Buffer.from(sha256(json)) },
    json,
  };
}

const ENDING = ' (copy)';

function nameCopy(name: string | null): string | null {
  if (name === null) return null;
  const start = name.slice(0, MAX_TEMPLATE_NAME - ENDING.length);
  // Cutting a surrogate pair in two leaves its first half, which is removed.
  return (start.isWellFormed() ? start : start.slice(0, -1)) + ENDING;
}
