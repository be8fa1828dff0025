import { adminAction } from '../../platform/events.ts';
import { networkOf } from '../../platform/network/ip-addresses.ts';
import { createPublicScope } from '../../platform/scope.ts';
import type { AccountCall } from './account-call.ts';
import { selectAccountByEmail } from './queries.ts';
import type { Attempt } from './sign-in-guard.ts';

/** Longest wait for checks of other people. */
const CHECK_TIMEOUT_MS = 10_000;

type Who = Omit<Attempt, 'address'>;

/**
 * Runs a check of credentials. Counts failures, writes them to the log and the audit, and refuses attempts after too
 * many.
 */
export async function checkCredentials<Result>(
  call: AccountCall,
  who: Who,
  check: () => Promise<Result>,
): Promise<Result> {
  return runHashing(call, async () => {
    await call.deps.services.accounts.guard.begin({ address: call.address, ...who });
    return attempt(call, who, check);
  });
}

/**
 * Runs work that hashes a password. Few run at a time, and networks take turns. Throws `unavailable` if too many wait.
 */
export async function runHashing<Result>(
  { address, deps }: AccountCall,
  work: () => Promise<Result>,
): Promise<Result> {
  const { checks } = deps.services.accounts;
  const release = await checks.acquire(networkOf(address), { timeoutMs: CHECK_TIMEOUT_MS });
  try {
    return await work();
  } finally {
    release();
  }
}

async function attempt<Result>(call: AccountCall, who: Who, check: () => Promise<Result>): Promise<Result> {
  const { address, deps } = call;
  try {
    const result = await check();
    await deps.services.accounts.guard.succeed({ address, ...who });
    return result;
  } catch (error) {
    await recordFailure(call, who);
    throw error;
  }
}

async function recordFailure({ deps, address }: AccountCall, { account }: Who): Promise<void> {
  await deps.db.transaction(async (db) => {
    const person = account === undefined ? undefined : await selectAccountByEmail(db, account);
    // The typed text is not logged: it may be a password.
    const name = person?.email ?? 'unknown account';
    deps.log.warn({ address, account: person?.id }, 'sign-in failed');
    const action = adminAction({ action: 'account.sign_in_failed', subject: `${name}, from ${address}` });
    await deps.events.emitInTransaction(action, createPublicScope(address), db);
  });
}
