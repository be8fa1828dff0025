import { type BudgetOwner, budgetUsedUp } from './errors.ts';

const DAY_MS = 86_400_000;

export const dayOf = (time: number): number => Math.floor(time / DAY_MS);

/** One limit a request counts against. */
export interface Budget {
  owner: BudgetOwner;
  /** Tells the owner from all others. */
  key: string;
  limit: number;
  /** Tokens the owner has used on a day, as stored. */
  readUsed(day: number): Promise<number>;
}

/** What is set aside for a request that is under way. */
export interface Reservation {
  /** The day the request counts for. */
  day: number;
  /** Gives back what was set aside, and counts what was used. */
  settle(used: number): void;
}

interface Account {
  used: number;
  reserved: number;
  /** Resolves when `used` includes what is stored. */
  loaded: Promise<void>;
}

/** Accounts kept at once; beyond, those nothing is reserved on are read anew when they are needed. */
const MAX_ACCOUNTS = 20_000;

/**
 * Budgets of a day. What is used and what is set aside for requests under way never exceeds a limit, however many ask
 * at once: those that would fit if others use less than was set aside for them wait until that is known.
 */
export function createBudgets({ now }: { now: () => number }) {
  let today = Number.NaN;
  let accounts = new Map<string, Account>();
  /** Kept for requests that began the day before. */
  let settled = Promise.withResolvers<void>();

  const startDay = (day: number): void => {
    if (day === today) return;
    today = day;
    accounts = new Map();
  };
  const openAccount = ({ key, readUsed }: Budget): Account => {
    const known = accounts.get(key);
    if (known !== undefined) return known;
    const account: Account = {
      used: 0,
      reserved: 0,
      loaded: readUsed(today).then(
        (used) => {
          account.used = used;
        },
        (error) => {
          if (accounts.get(key) === account) accounts.delete(key);
          throw error;
        },
      ),
    };
    accounts.set(key, account);
    return account;
  };
  const requireRoom = (budget: Budget, account: Account, tokens: number): void => {
    if (account.used + tokens <= budget.limit) return;
    const left = Math.max(0, budget.limit - account.used);
    const resetAt = (today + 1) * DAY_MS;
    throw budgetUsedUp(budget.owner, { limit: budget.limit, left, needed: tokens }, { now: now(), resetAt });
  };
  const waitForOthers = async (signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    const { promise: left, reject } = Promise.withResolvers<void>();
    const leave = () => reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    try {
      await Promise.race([settled.promise, left]);
    } finally {
      signal.removeEventListener('abort', leave);
    }
  };
  const reserve = (open: readonly Account[], tokens: number): Reservation => {
    for (const account of open) account.reserved += tokens;
    let isSettled = false;
    return {
      day: today,
      settle(used) {
        if (isSettled) return;
        isSettled = true;
        for (const account of open) {
          account.reserved -= tokens;
          account.used += used;
        }
        settled.resolve();
        settled = Promise.withResolvers();
      },
    };
  };
  return {
    /** Sets tokens aside. Throws `rate_limited` with the time of the reset, and the signal's reason. */
    async reserve(budgets: readonly Budget[], tokens: number, signal: AbortSignal): Promise<Reservation> {
      for (;;) {
        startDay(dayOf(now()));
        const open = budgets.map(openAccount);
        await Promise.all(open.map((account) => account.loaded));
        // While an account was loaded the day may have changed, or another account been forgotten as idle.
        if (open.some((account, index) => accounts.get((budgets[index] as Budget).key) !== account)) continue;
        for (const [index, budget] of budgets.entries()) requireRoom(budget, open[index] as Account, tokens);
        const fits = open.every(
          ({ used, reserved }, index) => used + reserved + tokens <= (budgets[index] as Budget).limit,
        );
        if (fits) return reserve(open, tokens);
        await waitForOthers(signal);
      }
    },
    /** Forgets accounts nothing is set aside on; to be called only while everything used is stored. */
    forgetIdle(): void {
      if (accounts.size <= MAX_ACCOUNTS) return;
      for (const [key, { reserved }] of accounts) if (reserved === 0) accounts.delete(key);
    },
  };
}
