import { and, eq } from 'drizzle-orm';
import type { Connection } from '../../platform/ports/database.ts';
import type { Role } from '../../platform/roles.ts';
import { teamMembers } from './table.ts';

export type MemberRow = typeof teamMembers.$inferSelect;

/** The person's roles by team. */
export async function selectRoles(db: Connection, personId: string): Promise<Map<string, Role>> {
  const rows = await db
    .select({ teamId: teamMembers.teamId, role: teamMembers.role })
    .from(teamMembers)
    .where(eq(teamMembers.personId, personId));
  return new Map(rows.map(({ teamId, role }) => [teamId, role]));
}

/** Adds a member, or changes the role of one. */
export async function upsertMember(db: Connection, row: MemberRow): Promise<void> {
  await db
    .insert(teamMembers)
    .values(row)
    .onConflictDoUpdate({ target: [teamMembers.teamId, teamMembers.personId], set: { role: row.role } });
}

export async function deleteMember(db: Connection, teamId: string, personId: string): Promise<void> {
  await db.delete(teamMembers).where(and(eq(teamMembers.teamId, teamId), eq(teamMembers.personId, personId)));
}
