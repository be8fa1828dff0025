import type { AccountRoutes } from '../account-call.ts';
import { linkRoutes } from './links.ts';
import { passkeyRoutes } from './passkeys.ts';
import { sessionRoutes } from './sessions.ts';
import { signInRoutes } from './sign-in.ts';
import { twoFactorRoutes } from './two-factor.ts';

export const ACCOUNT_ROUTES: AccountRoutes = {
  ...signInRoutes,
  ...linkRoutes,
  ...sessionRoutes,
  ...passkeyRoutes,
  ...twoFactorRoutes,
};
