import { type Static, Type } from '@sinclair/typebox';
import type { Deps } from '../../../platform/deps.ts';
import { invalidField } from '../../../platform/errors.ts';
import { adminAction } from '../../../platform/events.ts';
import { defineOperation, type OperationContext } from '../../../platform/operation.ts';
import type { Connection } from '../../../platform/ports/database.ts';
import { sha256 } from '../../../platform/security/crypto.ts';
import { mediaBaseOf } from '../../media/index.ts';
import { createTenantScope, projectChanged, selectProject, tenantChanged } from '../../projects/index.ts';
import { templateEvent } from '../../templates/index.ts';
import { MEDIA_BASE_URL } from '../base-url.ts';
import {
  type ChangedTemplate,
  countContentUses,
  type StoredContent,
  selectBrandsNaming,
  selectContentsNaming,
  selectModulesNaming,
  updateBrand,
  updateContent,
  updateModuleContent,
  upsertFact,
} from '../queries.ts';

/** Contents that are read at once and rewritten in one transaction. Other writers wait for it. */
const CONTENTS_AT_ONCE = 50;

const BaseUrl = (description: string) => Type.String({ maxLength: 2000, description });

const Rebased = Type.Object({
  from: Type.String(),
  to: Type.String(),
  is_applied: Type.Boolean({ description: 'false: nothing was changed.' }),
  templates: Type.Integer(),
  snapshots: Type.Integer(),
  saved_modules: Type.Integer(),
  brands: Type.Integer(),
});

export const rebaseMedia = defineOperation({
  name: 'rebaseMedia',
  summary: 'Change the host in stored addresses of the media library, after the base URL has changed',
  scope: 'admin',
  effect: 'admin',
  input: Type.Object({
    from: BaseUrl('The base URL in the stored addresses.'),
    to: Type.Optional(BaseUrl('The base URL to write; left out: that of the CDN, or else of this server.')),
    apply: Type.Boolean({ default: false, description: 'false: only count what would change.' }),
  }),
  output: Rebased,
  async run(context, input) {
    const { deps } = context;
    const from = readBaseUrl('from', input.from);
    const to = input.to === undefined ? mediaBaseOf(deps) : readBaseUrl('to', input.to);
    if (from === to) throw invalidField('from', `is the base URL to write, ${to}. Pass the old base URL.`);
    const rebase = { rewrite: createRewriter(from, to), mark: `${from}/media/`, apply: input.apply };
    const done = {
      ...(await rebaseContents(context, rebase)),
      saved_modules: await rebaseModules(deps, rebase),
      brands: await rebaseBrands(context, rebase),
    };
    if (input.apply) {
      await deps.db.transaction(async (db) => {
        if (to === mediaBaseOf(deps)) await upsertFact(db, MEDIA_BASE_URL, to);
        const action = adminAction({ action: 'media.rebased', subject: `${from} → ${to}` });
        await deps.events.emitInTransaction(action, context.scope, db);
      });
    }
    return { from, to, is_applied: input.apply, ...done };
  },
});

type Context = OperationContext<'admin'>;

interface Rebase {
  rewrite(text: string): string;
  /** A text must contain one of these to be rewritten. */
  mark: string;
  apply: boolean;
}

/** Without trailing slashes. Quotes and backslashes are refused, because the address is written into JSON. */
function readBaseUrl(field: string, text: string): string {
  const url = text.trim().replace(/(?<!\/)\/+$/, '');
  if (URL.canParse(url) && /^https?:\/\/[^\s"\\?#]+$/.test(url)) return url;
  throw invalidField(field, 'is not a base URL, such as https://mail.example.com.');
}

/** Only addresses of files are rewritten: 22 characters of token and a file name follow. */
function createRewriter(from: string, to: string): (text: string) => string {
  const address = new RegExp(
    `${RegExp.escape(from)}/media/(?=[\\w-]{22}/(?:original|small|medium|large)\\.)`,
    'g',
  );
  return (text) => text.replace(address, () => `${to}/media/`);
}

/**
 * Rewrites contents in place, because snapshots still show the same picture. Templates get a new version, so that
 * caches and open editors notice.
 */
async function rebaseContents(
  context: Context,
  { rewrite, mark, apply }: Rebase,
): Promise<Pick<Static<typeof Rebased>, 'templates' | 'snapshots'>> {
  const { deps } = context;
  const counts = { templates: 0, snapshots: 0 };
  let afterId = 0;
  for (;;) {
    const page = await selectContentsNaming(deps.db.reader, mark, afterId, CONTENTS_AT_ONCE);
    const last = page.at(-1);
    if (last === undefined) return counts;
    afterId = last.id;
    const rewritten = page.flatMap(({ json, ...row }) => {
      const next = json === null ? null : rewrite(json);
      return next === null || next === json ? [] : { ...row, next };
    });
    const uses = await countContentUses(
      deps.db.reader,
      rewritten.map(({ id }) => id),
    );
    counts.templates += uses.templates;
    counts.snapshots += uses.snapshots;
    if (apply && rewritten.length > 0) {
      const changed = await deps.db.transaction((db) => storeRewritten(db, rewritten));
      await publishUpdates(context, changed);
    }
    // Lets a running server answer other requests between two pages.
    await Bun.sleep(0);
  }
}

/** A stored content with the JSON it gets. */
type RewrittenContent = StoredContent & { next: string };

async function storeRewritten(db: Connection, rows: readonly RewrittenContent[]): Promise<ChangedTemplate[]> {
  const changed: ChangedTemplate[] = [];
  for (const { next, ...row } of rows) {
    changed.push(...(await updateContent(db, row, { json: next, hash: Buffer.from(sha256(next)) })));
  }
  return changed;
}

async function publishUpdates({ deps, scope }: Context, changed: readonly ChangedTemplate[]): Promise<void> {
  for (const { tenant, ...template } of changed) {
    const project = await selectProject(deps.db.reader, tenant.projectId);
    if (project === undefined) continue;
    const ofTenant = createTenantScope(deps, project, tenant, { actor: scope.actor, surface: 'cli' });
    deps.events.publish([templateEvent('template.updated', template)], ofTenant);
  }
}

async function rebaseModules({ db }: Deps, { rewrite, mark, apply }: Rebase): Promise<number> {
  const rows = await selectModulesNaming(db.reader, mark);
  const changing = rows.filter(({ content }) => rewrite(content) !== content);
  if (!apply) return changing.length;
  for (const { id, content } of changing) {
    await db.transaction((connection) => updateModuleContent(connection, id, content, rewrite(content)));
  }
  return changing.length;
}

async function rebaseBrands({ deps, emit }: Context, { rewrite, mark, apply }: Rebase): Promise<number> {
  const rows = await selectBrandsNaming(deps.db.reader, mark);
  const changing = rows.filter(({ brand }) => rewrite(brand) !== brand);
  if (!apply) return changing.length;
  for (const row of changing) {
    await deps.db.transaction((db) => updateBrand(db, row, rewrite(row.brand)));
    const { projectId, tenant } = row;
    emit(tenant === null ? projectChanged(projectId) : tenantChanged(projectId, tenant));
  }
  return changing.length;
}
