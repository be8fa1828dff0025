import { and, asc, eq, ne, sql } from 'drizzle-orm';
import type { Connection } from '../../platform/ports/database.ts';
import type { Role } from '../../platform/security/roles.ts';
import { people, selectAccount } from '../accounts/index.ts';
import { teamMembers } from './table.ts';

type MemberRow = typeof teamMembers.$inferSelect;

/** The person's roles by team. */
export async function selectRoles(db: Connection, personId: string): Promise<Map<string, Role>> {
  const rows = await db
    .select({ teamId: teamMembers.teamId, role: teamMembers.role })
    .from(teamMembers)
    .where(eq(teamMembers.personId, personId));
  return new Map(rows.map(({ teamId, role }) => [teamId, role]));
}

/** The role of a person in a team; undefined if the person does not exist or is not a member. */
export async function selectRoleIn(
  db: Connection,
  personId: string,
  teamId: string,
): Promise<Role | undefined> {
  const person = await selectAccount(db, personId);
  return person?.isOperator ? 'owner' : person && (await selectRoles(db, personId)).get(teamId);
}

const ofMember = (teamId: string, personId: string) =>
  and(eq(teamMembers.teamId, teamId), eq(teamMembers.personId, personId));

export async function selectMember(
  db: Connection,
  teamId: string,
  personId: string,
): Promise<(MemberRow & { email: string; name: string }) | undefined> {
  const row = await db
    .select({ member: teamMembers, email: people.email, name: people.name })
    .from(teamMembers)
    .innerJoin(people, eq(people.id, teamMembers.personId))
    .where(ofMember(teamId, personId))
    .get();
  return row && { ...row.member, email: row.email, name: row.name };
}

/** A page of the members of a team, in the order of their addresses. */
export async function selectMembers(
  db: Connection,
  teamId: string,
  { after, limit }: { after: string | undefined; limit: number },
) {
  return db
    .select({
      personId: people.id,
      name: people.name,
      email: people.email,
      role: teamMembers.role,
      createdAt: teamMembers.createdAt,
      // Written as SQL, because drizzle leaves out the names of tables in a query on one table.
      lastSignInAt: sql<
        number | null
      >`(SELECT max(one.created_at) FROM account_sessions one WHERE one.person_id = ${teamMembers.personId})`,
    })
    .from(teamMembers)
    .innerJoin(people, eq(people.id, teamMembers.personId))
    .where(
      and(eq(teamMembers.teamId, teamId), after === undefined ? undefined : sql`${people.email} > ${after}`),
    )
    .orderBy(asc(people.email))
    .limit(limit);
}

/** Adds a member, or changes the role of one. */
export async function upsertMember(db: Connection, row: MemberRow): Promise<void> {
  await db
    .insert(teamMembers)
    .values(row)
    .onConflictDoUpdate({ target: [teamMembers.teamId, teamMembers.personId], set: { role: row.role } });
}

export async function deleteMember(db: Connection, teamId: string, personId: string): Promise<void> {
  await db.delete(teamMembers).where(ofMember(teamId, personId));
}

/** Whether the team has an owner beside this person. */
export async function hasOtherOwner(db: Connection, teamId: string, personId: string): Promise<boolean> {
  const others = and(
    eq(teamMembers.teamId, teamId),
    eq(teamMembers.role, 'owner'),
    ne(teamMembers.personId, personId),
  );
  return (await db.select({ id: teamMembers.personId }).from(teamMembers).where(others).limit(1)).length > 0;
}
