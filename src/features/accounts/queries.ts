import { and, asc, eq, sql } from 'drizzle-orm';
import type { Connection } from '../../platform/ports/database.ts';
import { credentials, people } from './table.ts';

export type PersonRow = typeof people.$inferSelect;
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
