import { and, asc, desc, eq, gt, isNull, ne, notInArray, sql } from 'drizzle-orm';
import type { Connection } from '../../platform/ports/database.ts';
import { prepareOnce } from '../../platform/queries.ts';
import { credentials, links, people, sessions } from './table.ts';

export type LinkRow = typeof links.$inferSelect;
export type PersonRow = typeof people.$inferSelect;
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
      lastSeenAt: sessions.lastSeenAt,
    })
    .from(sessions)
    .innerJoin(people, eq(people.id, sessions.userId))
    .where(
      and(
        eq(sessions.token, sql.placeholder('token')),
        gt(sessions.expiresAt, sql`cast(${sql.placeholder('now')} as bigint)`),
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

export async function deletePassword(db: Connection, personId: string): Promise<void> {
  const isPassword = and(eq(credentials.userId, personId), eq(credentials.providerId, 'credential'));
  await db.delete(credentials).where(isPassword);
}

export async function insertLink(db: Connection, row: LinkRow): Promise<void> {
  await db.insert(links).values(row);
}

/** The open links with which a person could get new credentials. */
export async function deleteResetLinks(db: Connection, email: string): Promise<void> {
  await db.delete(links).where(and(eq(links.kind, 'reset'), eq(links.email, email), isNull(links.usedAt)));
}

/** A link that is neither used nor expired. */
export async function selectLink(db: Connection, hash: string, now: number): Promise<LinkRow | undefined> {
  return db.select().from(links).where(isOpen(hash, now)).get();
}

/** Marks a link as used and returns it; undefined if it was used before or has expired. */
export async function useLink(db: Connection, hash: string, now: number): Promise<LinkRow | undefined> {
  return db.update(links).set({ usedAt: now }).where(isOpen(hash, now)).returning().get();
}

const isOpen = (hash: string, now: number) =>
  and(eq(links.hash, hash), isNull(links.usedAt), gt(links.expiresAt, now));

export async function selectPerson(db: Connection, id: string): Promise<PersonRow | undefined> {
  return db.select().from(people).where(eq(people.id, id)).get();
}

export async function updateOperator(
  db: Connection,
  id: string,
  isOperator: boolean,
  now: number,
): Promise<void> {
  await db.update(people).set({ isOperator, updatedAt: now }).where(eq(people.id, id));
}

export async function markAddressProven(db: Connection, id: string, now: number): Promise<void> {
  await db.update(people).set({ emailVerified: true, updatedAt: now }).where(eq(people.id, id));
}

export async function updatePersonName(db: Connection, id: string, name: string, now: number): Promise<void> {
  await db.update(people).set({ name, updatedAt: now }).where(eq(people.id, id));
}

/** Deletes a person with everything that belongs to the person. */
export async function deletePerson(db: Connection, id: string): Promise<void> {
  await db.delete(people).where(eq(people.id, id));
}

/** All people, oldest first, with their means to sign in. */
export async function selectPeople(db: Connection) {
  return db
    .select({
      id: people.id,
      name: people.name,
      email: people.email,
      isOperator: people.isOperator,
      hasAuthenticatorApp: people.twoFactorEnabled,
      createdAt: people.createdAt,
      ...signInMethods,
      lastSignInAt: sql<
        number | null
      >`(SELECT max(one.created_at) FROM account_sessions one WHERE one.person_id = account_people.id)`,
    })
    .from(people)
    .orderBy(asc(people.id));
}

/** SQLite returns a number, PostgreSQL a boolean. */
const hasCredential = (provider: 'credential' | 'oidc') =>
  sql`EXISTS (SELECT 1 FROM account_credentials one WHERE one.person_id = account_people.id AND one.provider_id = ${provider})`.mapWith(
    Boolean,
  );

/** Written as SQL, because drizzle leaves out the names of tables in a query on one table. */
const signInMethods = {
  hasPassword: hasCredential('credential'),
  hasSingleSignOn: hasCredential('oidc'),
  passkeys: sql<number>`(SELECT count(*) FROM account_passkeys one WHERE one.person_id = account_people.id)`,
};

/** The means with which a person signs in. */
export async function selectSignInMethods(db: Connection, id: string) {
  return db
    .select({ ...signInMethods, hasAuthenticatorApp: people.twoFactorEnabled })
    .from(people)
    .where(eq(people.id, id))
    .get();
}

export async function selectIdentityAtProvider(db: Connection, subject: string): Promise<string | undefined> {
  const row = await db
    .select({ id: credentials.userId })
    .from(credentials)
    .where(and(eq(credentials.providerId, 'oidc'), eq(credentials.accountId, subject)))
    .get();
  return row?.id;
}

export async function insertIdentityAtProvider(
  db: Connection,
  { id, personId, subject, now }: { id: string; personId: string; subject: string; now: number },
): Promise<void> {
  await db.insert(credentials).values({
    id,
    userId: personId,
    providerId: 'oidc',
    accountId: subject,
    createdAt: now,
    updatedAt: now,
  });
}

/** Open sessions of a person, the newest first. */
export async function selectSessions(db: Connection, personId: string, now: number): Promise<SessionRow[]> {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, personId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.createdAt));
}

/** Ends one session of a person. Returns whether there was one. */
export async function deleteSession(db: Connection, personId: string, id: string): Promise<boolean> {
  const gone = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, personId), eq(sessions.id, id)))
    .returning({ id: sessions.id });
  return gone.length > 0;
}

/** Ends the oldest sessions of a person, beyond `kept`. */
export async function deleteOldSessions(db: Connection, personId: string, kept: number): Promise<void> {
  const newest = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, personId))
    .orderBy(desc(sessions.createdAt), desc(sessions.id))
    .limit(kept);
  await db.delete(sessions).where(and(eq(sessions.userId, personId), notInArray(sessions.id, newest)));
}

/** Ends the sessions of a person, but not `keptId`. */
export async function deleteSessions(db: Connection, personId: string, keptId = ''): Promise<number> {
  const gone = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, personId), ne(sessions.id, keptId)))
    .returning({ id: sessions.id });
  return gone.length;
}

export async function selectInvitations(db: Connection, teamId: string, now: number) {
  return db
    .select({
      id: links.id,
      email: links.email,
      role: sql<string>`coalesce(${links.role}, '')`,
      createdBy: links.createdBy,
      createdAt: links.createdAt,
      expiresAt: links.expiresAt,
    })
    .from(links)
    .where(
      and(
        eq(links.teamId, teamId),
        eq(links.kind, 'invitation'),
        isNull(links.usedAt),
        gt(links.expiresAt, now),
      ),
    )
    .orderBy(desc(links.id));
}

export async function deleteInvitation(db: Connection, teamId: string, id: string): Promise<boolean> {
  const gone = await db
    .delete(links)
    .where(and(eq(links.id, id), eq(links.teamId, teamId), isNull(links.usedAt)))
    .returning({ id: links.id });
  return gone.length > 0;
}
