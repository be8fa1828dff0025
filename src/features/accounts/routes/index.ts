import type { AccountCall, AccountHandler, AccountRoutes } from '../account-call.ts';
import { ACCOUNT_OPERATIONS, type AccountHandlers, type AccountOperation } from '../interface.ts';
import { forgottenPasswordRoutes } from './forgotten-password.ts';
import { linkRoutes } from './links.ts';
import { passkeyRoutes } from './passkeys.ts';
import { sessionRoutes } from './sessions.ts';
import { signInRoutes } from './sign-in.ts';
import { singleSignOnRoutes } from './single-sign-on.ts';
import { twoFactorRoutes } from './two-factor.ts';

const HANDLERS: AccountHandlers = {
  ...signInRoutes,
  ...linkRoutes,
  ...sessionRoutes,
  ...passkeyRoutes,
  ...twoFactorRoutes,
  ...forgottenPasswordRoutes,
};

/** Reads the input of an operation, if it has one. */
const toRoute = ([pattern, { input }]: [string, AccountOperation]): [string, AccountHandler] => {
  const handle = HANDLERS[pattern as keyof AccountHandlers] as (
    call: AccountCall,
    input: unknown,
  ) => Promise<object>;
  return [pattern, async (call) => handle(call, input && (await call.readInput(input)))];
};

export const ACCOUNT_ROUTES: AccountRoutes = {
  ...Object.fromEntries(Object.entries<AccountOperation>(ACCOUNT_OPERATIONS).map(toRoute)),
  ...singleSignOnRoutes,
};
