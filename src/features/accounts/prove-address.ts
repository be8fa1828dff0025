import type { Deps } from '../../platform/deps.ts';
import type { Connection } from '../../platform/ports/database.ts';
import { scopeOfAccount } from './account-call.ts';
import { addressProven } from './events.ts';
import { deletePasskeys } from './factor-queries.ts';
import { type AccountRow, deletePassword, markAddressProven } from './queries.ts';
import { deleteSessions } from './session-queries.ts';

/**
 * Call it when a person proves to own the address of an account, before the account gets new credentials. The account
 * may be somebody else's until then, because an invitation without an address can be accepted with any address. So its
 * password, passkeys, sessions and admin tokens become void. An authenticator app is kept, because it only makes
 * sign-ins harder.
 */
export async function proveAddress({ events }: Deps, db: Connection, account: AccountRow): Promise<void> {
  if (account.emailVerified) return;
  await deletePassword(db, account.id);
  await deletePasskeys(db, account.id);
  await deleteSessions(db, account.id);
  await markAddressProven(db, account.id);
  await events.emitInTransaction(addressProven({ accountId: account.id }), scopeOfAccount(account), db);
}
