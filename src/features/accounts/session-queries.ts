import { and, desc, eq, gt, ne, notInArray, sql } from 'drizzle-orm';
import type { Connection } from '../../platform/ports/database.ts';
import { prepareOnce } from '../../platform/sql/queries.ts';
import { challenges, people, sessions } from './table.ts';

export type SessionRow = typeof sessions.$inferSelect;

const sessionByToken = prepareOnce((db) =>
  db
    .select({
      accountId: people.id,
      name: people.name,
      email: people.email,
      isOperator: people.isOperator,
      sessionId: sessions.id,
      signedInAt: sessions.createdAt,
      expiresAt: sessions.expiresAt,
      lastSeenAt: sessions.lastSeenAt,
    })
    .from(sessions)
    .innerJoin(people, eq(people.id, sessions.personId))
    .where(
      and(
        eq(sessions.tokenHash, sql.placeholder('tokenHash')),
        gt(sessions.expiresAt, sql`cast(${sql.placeholder('now')} as bigint)`),
      ),
    )
    .prepare(),
);

/** The session with this hash of its token, unless it has expired. */
export async function selectSession(db: Connection, tokenHash: string, now: number) {
  return sessionByToken(db).get({ tokenHash, now });
}

export async function insertSession(db: Connection, row: SessionRow): Promise<void> {
  await db.insert(sessions).values(row);
}

/** Changes when a session ends, unless it has ended meanwhile. */
export async function extendSession(db: Connection, id: string, expiresAt: number): Promise<void> {
  await db.update(sessions).set({ expiresAt }).where(eq(sessions.id, id));
}

export async function touchSession(db: Connection, id: string, now: number): Promise<void> {
  await db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.id, id));
}

/** Open sessions of a person, the newest first. */
export async function selectSessions(db: Connection, personId: string, now: number): Promise<SessionRow[]> {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.personId, personId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.createdAt));
}

/** Ends one session of a person. Returns whether there was one. */
export async function deleteSession(db: Connection, personId: string, id: string): Promise<boolean> {
  const gone = await db
    .delete(sessions)
    .where(and(eq(sessions.personId, personId), eq(sessions.id, id)))
    .returning({ id: sessions.id });
  return gone.length > 0;
}

/** Ends the oldest sessions of a person, beyond `kept`. */
export async function deleteOldSessions(db: Connection, personId: string, kept: number): Promise<void> {
  const newest = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.personId, personId))
    .orderBy(desc(sessions.createdAt), desc(sessions.id))
    .limit(kept);
  await db.delete(sessions).where(and(eq(sessions.personId, personId), notInArray(sessions.id, newest)));
}

/** Ends the sessions of a person, but not `keptId`, and sign-ins that wait for a code. */
export async function deleteSessions(db: Connection, personId: string, keptId = ''): Promise<number> {
  await db.delete(challenges).where(eq(challenges.personId, personId));
  const gone = await db
    .delete(sessions)
    .where(and(eq(sessions.personId, personId), ne(sessions.id, keptId)))
    .returning({ id: sessions.id });
  return gone.length;
}
