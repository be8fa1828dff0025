import { and, asc, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import type { Connection } from '../../platform/ports/database.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { notByIndex } from '../../platform/sql/engine-sql.ts';
import { agentChanges } from './table.ts';

export type AgentChangeRow = typeof agentChanges.$inferSelect;

export async function insertAgentChange(db: Connection, row: Omit<AgentChangeRow, 'id'>): Promise<void> {
  await db.insert(agentChanges).values(row);
}

/** Deletes all but the newest `most` changes of a template. */
export async function deleteChangesBeyond(
  scope: TenantScope,
  db: Connection,
  templateId: string,
  most: number,
): Promise<void> {
  const ofTemplate = and(
    eq(agentChanges.templateId, templateId),
    sql`${notByIndex(agentChanges.tenantId)} = ${scope.tenant.id}`,
  );
  const beyond = db
    .select({ id: agentChanges.id })
    .from(agentChanges)
    .where(ofTemplate)
    .orderBy(desc(agentChanges.version))
    // SQL allows an offset only together with a limit.
    .limit(Number.MAX_SAFE_INTEGER)
    .offset(most);
  await db.delete(agentChanges).where(inArray(agentChanges.id, beyond));
}

/** Deletes up to `atMost` changes made before a time. Returns how many it has deleted. */
export async function deleteChangesBefore(db: Connection, before: number, atMost: number): Promise<number> {
  const old = db
    .select({ id: agentChanges.id })
    .from(agentChanges)
    .where(lt(agentChanges.at, before))
    .orderBy(asc(agentChanges.at))
    .limit(atMost);
  const rows = await db
    .delete(agentChanges)
    .where(inArray(agentChanges.id, old))
    .returning({ id: agentChanges.id });
  return rows.length;
}

/** The changes of a template by agents since a time, oldest first; those of one agent if `agentId` is given. */
export async function selectAgentChanges(
  scope: TenantScope,
  db: Connection,
  templateId: string,
  { since, agentId }: { since: number; agentId: string | undefined },
): Promise<AgentChangeRow[]> {
  return db
    .select()
    .from(agentChanges)
    .where(
      and(
        eq(agentChanges.templateId, templateId),
        sql`${notByIndex(agentChanges.tenantId)} = ${scope.tenant.id}`,
        gte(agentChanges.at, since),
        ...(agentId === undefined ? [] : [eq(agentChanges.agentId, agentId)]),
      ),
    )
    .orderBy(asc(agentChanges.version));
}
