import { asc, eq, sql } from 'drizzle-orm';
import type { Connection } from '../../platform/ports/database.ts';
import { passwords, people, providerIdentities } from './table.ts';

export type AccountRow = typeof people.$inferSelect;
export async function hasPeople(db: Connection): Promise<boolean> {
  return (await db.select({ id: people.id }).from(people).limit(1)).length > 0;
}

export async function selectAccountByEmail(db: Connection, email: string): Promise<AccountRow | undefined> {
  return db.select().from(people).where(eq(people.email, email)).get();
}

export async function insertAccount(db: Connection, row: AccountRow): Promise<void> {
  await db.insert(people).values(row);
}

export async function upsertPassword(db: Connection, personId: string, hash: string): Promise<void> {
  await db
    .insert(passwords)
    .values({ personId, hash })
    .onConflictDoUpdate({ target: passwords.personId, set: { hash } });
}

export async function deletePassword(db: Connection, personId: string): Promise<void> {
  await db.delete(passwords).where(eq(passwords.personId, personId));
}

/** The hash of a person's password; undefined without one. */
export async function selectPassword(db: Connection, personId: string): Promise<string | undefined> {
  const row = await db.select().from(passwords).where(eq(passwords.personId, personId)).get();
  return row?.hash;
}

export async function selectAccount(db: Connection, id: string): Promise<AccountRow | undefined> {
  return db.select().from(people).where(eq(people.id, id)).get();
}

export async function updateOperator(db: Connection, id: string, isOperator: boolean): Promise<void> {
  await db.update(people).set({ isOperator }).where(eq(people.id, id));
}

export async function markAddressProven(db: Connection, id: string): Promise<void> {
  await db.update(people).set({ emailVerified: true }).where(eq(people.id, id));
}

export async function updateAccountName(db: Connection, id: string, name: string): Promise<void> {
  await db.update(people).set({ name }).where(eq(people.id, id));
}

/** Deletes a person with everything that belongs to the person. */
export async function deleteAccountRow(db: Connection, id: string): Promise<void> {
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
      hasAuthenticatorApp: people.hasAuthenticatorApp,
      createdAt: people.createdAt,
      ...signInMethods,
      lastSignInAt: sql<
        number | null
      >`(SELECT max(one.created_at) FROM account_sessions one WHERE one.person_id = account_people.id)`,
    })
    .from(people)
    .orderBy(asc(people.id));
}

/** SQLite returns a number, PostgreSQL a boolean. The SQL names the tables, because drizzle omits them in a query on one table. */
const exists = (table: typeof passwords | typeof providerIdentities) =>
  sql`EXISTS (SELECT 1 FROM ${table} one WHERE one.person_id = account_people.id)`.mapWith(Boolean);

const signInMethods = {
  hasPassword: exists(passwords),
  hasSingleSignOn: exists(providerIdentities),
  passkeys: sql<number>`(SELECT count(*) FROM account_passkeys one WHERE one.person_id = account_people.id)`,
};

/** The means with which a person signs in. */
export async function selectSignInMethods(db: Connection, id: string) {
  return db
    .select({ ...signInMethods, hasAuthenticatorApp: people.hasAuthenticatorApp })
    .from(people)
    .where(eq(people.id, id))
    .get();
}

/** The person with this identity at the single sign-on provider. */
export async function selectPersonAtProvider(
  db: Connection,
  subject: string,
): Promise<AccountRow | undefined> {
  const row = await db
    .select({ person: people })
    .from(providerIdentities)
    .innerJoin(people, eq(people.id, providerIdentities.personId))
    .where(eq(providerIdentities.subject, subject))
    .get();
  return row?.person;
}

export async function insertIdentityAtProvider(
  db: Connection,
  row: typeof providerIdentities.$inferInsert,
): Promise<void> {
  await db.insert(providerIdentities).values(row);
}
