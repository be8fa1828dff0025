import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm';
import { DAY_MS } from '../../platform/clock.ts';
import type { Connection } from '../../platform/ports/database.ts';
import { larger, rowAddress } from '../../platform/sql/engine-sql.ts';
import { challenges, failures, links, passkeys, sessions } from './table.ts';

/** Failed sign-ins are forgotten after this time without a further one. */
export const FAILURES_KEPT_MS = DAY_MS;

export type PasskeyRow = typeof passkeys.$inferSelect;
type ChallengeRow = typeof challenges.$inferSelect;
export type FailureRow = typeof failures.$inferSelect;

export async function insertPasskey(db: Connection, row: PasskeyRow): Promise<void> {
  await db.insert(passkeys).values(row);
}

export async function selectPasskeys(db: Connection, personId: string): Promise<PasskeyRow[]> {
  return db.select().from(passkeys).where(eq(passkeys.personId, personId)).orderBy(asc(passkeys.id));
}

export async function selectPasskey(db: Connection, credentialId: string): Promise<PasskeyRow | undefined> {
  return db.select().from(passkeys).where(eq(passkeys.credentialId, credentialId)).get();
}

export async function updatePasskeyUse(
  db: Connection,
  id: string,
  counter: number,
  now: number,
): Promise<void> {
  await db.update(passkeys).set({ counter, lastUsedAt: now }).where(eq(passkeys.id, id));
}

const ownPasskey = (personId: string, id: string) =>
  and(eq(passkeys.personId, personId), eq(passkeys.id, id));

export async function renamePasskey(db: Connection, personId: string, id: string, name: string) {
  return db.update(passkeys).set({ name }).where(ownPasskey(personId, id)).returning().get();
}

export async function deletePasskey(db: Connection, personId: string, id: string) {
  return db.delete(passkeys).where(ownPasskey(personId, id)).returning().get();
}

export async function deletePasskeys(db: Connection, personId: string): Promise<void> {
  await db.delete(passkeys).where(eq(passkeys.personId, personId));
}

export async function insertChallenge(db: Connection, row: ChallengeRow): Promise<void> {
  await db.insert(challenges).values(row);
}

export async function selectChallenge(db: Connection, key: string): Promise<ChallengeRow | undefined> {
  return db.select().from(challenges).where(eq(challenges.key, key)).get();
}

export async function deleteChallenge(db: Connection, key: string): Promise<ChallengeRow | undefined> {
  return db.delete(challenges).where(eq(challenges.key, key)).returning().get();
}

export async function selectFailures(db: Connection, keys: readonly string[]): Promise<FailureRow[]> {
  return db
    .select()
    .from(failures)
    .where(inArray(failures.key, [...keys]));
}

export async function countFailure(db: Connection, row: FailureRow): Promise<void> {
  await db.insert(failures).values(row).onConflictDoUpdate({ target: failures.key, set: row });
}

export async function deleteFailures(db: Connection, keys: readonly string[]): Promise<void> {
  await db.delete(failures).where(inArray(failures.key, [...keys]));
}

export async function undoFailure(db: Connection, key: string): Promise<void> {
  await db
    .update(failures)
    .set({ count: larger(0, sql`${failures.count} - 1`), lockedUntil: 0 })
    .where(eq(failures.key, key));
}

/** Tables whose expired rows are deleted, and their columns with the time of expiry. */
const EXPIRING = [
  { table: sessions, time: sessions.expiresAt, keptMs: 0 },
  { table: challenges, time: challenges.expiresAt, keptMs: 0 },
  { table: links, time: links.expiresAt, keptMs: 0 },
  { table: failures, time: failures.lastAt, keptMs: FAILURES_KEPT_MS },
];

/** Deletes up to `atMost` expired rows of each table. Returns the largest number of one table. */
export async function deleteExpired(db: Connection, now: number, atMost: number): Promise<number> {
  let most = 0;
  for (const { table, time, keptMs } of EXPIRING) {
    const old = db
      .select({ address: rowAddress() })
      .from(table)
      .where(lt(time, now - keptMs))
      .limit(atMost);
    const gone = await db.delete(table).where(inArray(rowAddress(), old)).returning({ gone: sql`1` });
    most = Math.max(most, gone.length);
  }
  return most;
}
