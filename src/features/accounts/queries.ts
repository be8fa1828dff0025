import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Connection } from '../../platform/ports/database.ts';
import { prepareOnce } from '../../platform/queries.ts';
import { credentials, links, people, sessions } from './table.ts';

export type LinkRow = typeof links.$inferSelect;
export type PersonRow = typeof people.$inferSelect;

const sessionByToken = prepareOnce((db) =>
  db
    .select({
      accountId: people.id,
      name: people.name,
      email: people.email,
      isOperator: people.isOperator,
      sessionId: sessions.id,
      signedInAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
    })
    .from(sessions)
    .innerJoin(people, eq(people.id, sessions.userId))
    .where(
      and(
        eq(sessions.token, sql.placeholder('token')),
        gt(sessions.expiresAt, sql`cast(${sql.placeholder('now')} as integer)`),
      ),
    )
    .prepare(),
);

/** The session with this hash of its token, unless it has expired. */
export async function selectSession(db: Connection, token: string, now: number) {
  return sessionByToken(db).get({ token, now });
}

export async function touchSession(db: Connection, id: string, now: number): Promise<void> {
  await db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.id, id));
}

export async function hasPeople(db: Connection): Promise<boolean> {
  return (await db.select({ id: people.id }).from(people).limit(1)).length > 0;
}

export async function selectPersonByEmail(db: Connection, email: string): Promise<PersonRow | undefined> {
  return db.select().from(people).where(eq(people.email, email)).get();
}

export async function insertPerson(db: Connection, row: PersonRow): Promise<void> {
  await db.insert(people).values(row);
}

export async function upsertPassword(
  db: Connection,
  { id, personId, password, now }: { id: string; personId: string; password: string; now: number },
): Promise<void> {
  await db
    .insert(credentials)
    .values({
      id,
      userId: personId,
      providerId: 'credential',
      accountId: personId,
      password,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoUpdate({
      target: [credentials.providerId, credentials.accountId],
      set: { password, updatedAt: now },
    });
}

export async function insertLink(db: Connection, row: LinkRow): Promise<void> {
  await db.insert(links).values(row);
}

/** A link that is neither used nor expired. */
export async function selectLink(db: Connection, hash: string, now: number): Promise<LinkRow | undefined> {
  return db.select().from(links).where(isOpen(hash, now)).get();
}

/** Marks a link as used; undefined if it was used before, or has expired. */
export async function useLink(db: Connection, hash: string, now: number): Promise<LinkRow | undefined> {
  return db.update(links).set({ usedAt: now }).where(isOpen(hash, now)).returning().get();
}

const isOpen = (hash: string, now: number) =>
  and(eq(links.hash, hash), isNull(links.usedAt), gt(links.expiresAt, now));
