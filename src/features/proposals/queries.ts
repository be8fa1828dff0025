import { and, desc, eq, getTableColumns, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { sumOf } from '../../platform/engine-sql.ts';
import type { Connection } from '../../platform/ports/database.ts';
import { conditionalInsert } from '../../platform/queries.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { isPresentTemplate, templates } from '../templates/index.ts';
import { proposals } from './table.ts';

export type WholeProposalRow = typeof proposals.$inferSelect;
/** Without its contents. */
export type ProposalRow = Omit<WholeProposalRow, 'base' | 'content'>;
export type ProposalState = ProposalRow['state'];

export const UNDECIDED = ['open', 'conflicting'] as const satisfies readonly ProposalState[];

const { base: _base, content: _content, ...columns } = getTableColumns(proposals);

export interface ProposalLimits {
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
  const ofTemplate = countWhere(db, and(eq(proposals.templateId, row.templateId), undecided));
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

/** Of templates that are not in the trash. */
const isTenants = (scope: TenantScope) => and(eq(proposals.tenantId, scope.tenant.id), isPresentTemplate);

export async function selectProposal(
  scope: TenantScope,
  db: Connection,
  templateId: string,
  id: string,
): Promise<WholeProposalRow | undefined> {
  const [found] = await db
    .select({ proposal: proposals })
    .from(proposals)
    .innerJoin(templates, eq(templates.id, proposals.templateId))
    .where(and(eq(proposals.id, id), eq(proposals.templateId, templateId), isTenants(scope)));
  return found?.proposal;
}

export interface ProposalFilter {
  templateId: string | undefined;
  states: readonly ProposalState[] | undefined;
  authorKind: string | undefined;
  authorId: string | undefined;
  /** Only older ones than this. */
  before: string | undefined;
}

/** The newest first. */
export function selectProposals(
  scope: TenantScope,
  db: Connection,
  { templateId, states, authorKind, authorId, before }: ProposalFilter,
  limit: number,
): Promise<ProposalRow[]> {
  return db
    .select(columns)
    .from(proposals)
    .innerJoin(templates, eq(templates.id, proposals.templateId))
    .where(
      and(
        isTenants(scope),
        templateId === undefined ? undefined : eq(proposals.templateId, templateId),
        states === undefined ? undefined : inArray(proposals.state, [...states]),
        authorKind === undefined ? undefined : eq(proposals.authorKind, authorKind),
        authorId === undefined ? undefined : eq(proposals.authorId, authorId),
        before === undefined ? undefined : lt(proposals.id, before),
      ),
    )
    .orderBy(desc(proposals.id))
    .limit(limit);
}

/** Changes a proposal that is still undecided: returns whether it was. */
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
