import { and, eq, lt, sql } from 'drizzle-orm';
import type { Connection } from '../../platform/ports/database.ts';
import { authenticatorApps, people, recoveryCodes } from './table.ts';

/** The authenticator app of a person, also before its first code. */
export async function selectAuthenticatorApp(db: Connection, personId: string) {
  return db
    .select({
      secret: authenticatorApps.secret,
      isConfirmed: people.hasAuthenticatorApp,
    })
    .from(authenticatorApps)
    .innerJoin(people, eq(people.id, authenticatorApps.personId))
    .where(eq(authenticatorApps.personId, personId))
    .get();
}

export async function insertAuthenticatorApp(
  db: Connection,
  row: { personId: string; secret: string },
): Promise<void> {
  await db.insert(authenticatorApps).values({ ...row, lastStep: 0 });
}

export async function confirmAuthenticatorApp(db: Connection, personId: string): Promise<void> {
  await db.update(people).set({ hasAuthenticatorApp: true }).where(eq(people.id, personId));
}

/** Stores the step of a code as used. Returns false if this or a later step was used before, or the app was replaced. */
export async function claimStep(
  db: Connection,
  { personId, secret, step }: { personId: string; secret: string; step: number },
): Promise<boolean> {
  const isOlder = and(
    eq(authenticatorApps.personId, personId),
    eq(authenticatorApps.secret, secret),
    lt(authenticatorApps.lastStep, step),
  );
  const claimed = await db
    .update(authenticatorApps)
    .set({ lastStep: step })
    .where(isOlder)
    .returning({ claimed: sql`1` });
  return claimed.length > 0;
}

/** Removes the authenticator app of a person, and its recovery codes. Returns whether there was one. */
export async function deleteAuthenticatorApp(db: Connection, personId: string): Promise<boolean> {
  await db.update(people).set({ hasAuthenticatorApp: false }).where(eq(people.id, personId));
  await db.delete(recoveryCodes).where(eq(recoveryCodes.personId, personId));
  const gone = await db
    .delete(authenticatorApps)
    .where(eq(authenticatorApps.personId, personId))
    .returning({ gone: sql`1` });
  return gone.length > 0;
}

export async function replaceRecoveryCodes(
  db: Connection,
  personId: string,
  hashes: readonly string[],
): Promise<void> {
  await db.delete(recoveryCodes).where(eq(recoveryCodes.personId, personId));
  await db.insert(recoveryCodes).values(hashes.map((hash) => ({ personId, hash })));
}

/** Uses up a recovery code. Returns false if it does not exist. */
export async function useRecoveryCode(db: Connection, personId: string, hash: string): Promise<boolean> {
  const used = await db
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.personId, personId), eq(recoveryCodes.hash, hash)))
    .returning({ used: sql`1` });
  return used.length > 0;
}
