import type { AccountRoutes } from '../account-call.ts';
import { forgottenPasswordRoutes } from './forgotten-password.ts';
import { linkRoutes } from './links.ts';
import { passkeyRoutes } from './passkeys.ts';
import { sessionRoutes } from './sessions.ts';
import { signInRoutes } from './sign-in.ts';
import { singleSignOnRoutes } from './single-sign-on.ts';
import { twoFactorRoutes } from './two-factor.ts';

export const ACCOUNT_ROUTES: AccountRoutes = {
  ...signInRoutes,
  ...linkRoutes,
  ...sessionRoutes,
  ...passkeyRoutes,
  ...twoFactorRoutes,
  ...singleSignOnRoutes,
  ...forgottenPasswordRoutes,
};
