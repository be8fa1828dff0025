import { and, desc, eq, getTableColumns, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Connection } from '../../platform/ports/database.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { sumOf } from '../../platform/sql/engine-sql.ts';
import { conditionalInsert } from '../../platform/sql/queries.ts';
import { isPresentTemplate, templates } from '../templates/index.ts';
import { proposals } from './table.ts';

export type WholeProposalRow = typeof proposals.$inferSelect;
/** A proposal without its contents. */
export type ProposalRow = Omit<WholeProposalRow, 'base' | 'content'>;
type ProposalState = ProposalRow['state'];

export const UNDECIDED = ['open', 'conflicting'] as const satisfies readonly ProposalState[];

const { base: _base, content: _content, ...columns } = getTableColumns(proposals);

interface ProposalLimits {
  perTemplate: number;
  perTenant: number;
  bytesPerTenant: number;
}

/** Inserts a proposal if the undecided ones leave room for it: returns whether it was inserted. */
export async function insertProposal(
  db: Connection,
  row: WholeProposalRow,
  limits: ProposalLimits,
): Promise<boolean> {
  const undecided = inArray(proposals.state, [...UNDECIDED]);
  const ofTemplate =
    row.templateId === null
      ? sql`0`
      : sql`${countWhere(db, and(eq(proposals.templateId, row.templateId), undecided))}`;
  const ofTenant = countWhere(db, and(eq(proposals.tenantId, row.tenantId), undecided));
  const bytes = db
    .select({
      sum: sumOf(sql`octet_length(${proposals.base}) + octet_length(${proposals.content})`),
    })
    .from(proposals)
    .where(and(eq(proposals.tenantId, row.tenantId), undecided));
  const own = row.base.byteLength + row.content.byteLength;
  const fits = sql`${ofTemplate} < ${limits.perTemplate} AND ${ofTenant} < ${limits.perTenant}
    AND ${bytes} + ${own} <= ${limits.bytesPerTenant}`;
  return conditionalInsert(db, proposals, row, fits);
}

const countWhere = (db: Connection, condition: SQL | undefined) =>
  db.select({ count: sql`count(*)` }).from(proposals).where(condition);

/** Proposals about templates in the trash are left out, unless the proposal was to delete the template. */
const isTenants = (scope: TenantScope) =>
  and(
    eq(proposals.tenantId, scope.tenant.id),
    or(
      isNull(proposals.templateId),
      isPresentTemplate,
      and(eq(proposals.kind, 'delete'), eq(proposals.state, 'accepted')),
    ),
  );

const ofTemplate = (templateId: string | undefined) =>
  templateId === undefined ? undefined : eq(proposals.templateId, templateId);

export async function selectProposal(
  scope: TenantScope,
  db: Connection,
  templateId: string | undefined,
  id: string,
): Promise<WholeProposalRow | undefined> {
  const [found] = await db
    .select({ proposal: proposals })
    .from(proposals)
    .leftJoin(templates, eq(templates.id, proposals.templateId))
    .where(and(eq(proposals.id, id), ofTemplate(templateId), isTenants(scope)));
  return found?.proposal;
}

interface ProposalFilter {
  templateId: string | undefined;
  kind: ProposalRow['kind'] | undefined;
  states: readonly ProposalState[] | undefined;
  authorKind: string | undefined;
  authorId: string | undefined;
  /** Only proposals that are older than this one. */
  before: string | undefined;
}

/** Proposals, the newest first. */
export function selectProposals(
  scope: TenantScope,
  db: Connection,
  { templateId, kind, states, authorKind, authorId, before }: ProposalFilter,
  limit: number,
): Promise<ProposalRow[]> {
  return db
    .select(columns)
    .from(proposals)
    .leftJoin(templates, eq(templates.id, proposals.templateId))
    .where(
      and(
        isTenants(scope),
        ofTemplate(templateId),
        kind === undefined ? undefined : eq(proposals.kind, kind),
        states === undefined ? undefined : inArray(proposals.state, [...states]),
        authorKind === undefined ? undefined : eq(proposals.authorKind, authorKind),
        authorId === undefined ? undefined : eq(proposals.authorId, authorId),
        before === undefined ? undefined : lt(proposals.id, before),
      ),
    )
    .orderBy(desc(proposals.id))
    .limit(limit);
}

/** Changes a proposal if it is still undecided. Returns whether it did. */
export async function updateUndecided(
  scope: TenantScope,
  db: Connection,
  id: string,
  change: Partial<WholeProposalRow>,
): Promise<boolean> {
  const rows = await db
    .update(proposals)
    .set(change)
    .where(
      and(
        eq(proposals.id, id),
        eq(proposals.tenantId, scope.tenant.id),
        inArray(proposals.state, [...UNDECIDED]),
      ),
    )
    .returning({ id: proposals.id });
  return rows.length > 0;
}

export async function updateCommentId(
  scope: TenantScope,
  db: Connection,
  id: string,
  commentId: string,
): Promise<void> {
  await db
    .update(proposals)
    .set({ commentId })
    .where(and(eq(proposals.id, id), eq(proposals.tenantId, scope.tenant.id)));
}

/** Deletes decided proposals of the tenant that are older than `decidedBefore`. */
export async function deleteDecided(
  scope: TenantScope,
  db: Connection,
  decidedBefore: number,
): Promise<void> {
  await db
    .delete(proposals)
    .where(and(eq(proposals.tenantId, scope.tenant.id), lt(proposals.decidedAt, decidedBefore)));
}
