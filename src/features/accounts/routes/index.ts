import type { AccountRoutes } from '../account-call.ts';
import { linkRoutes } from './links.ts';
import { sessionRoutes } from './sessions.ts';
import { signInRoutes } from './sign-in.ts';

export const ACCOUNT_ROUTES: AccountRoutes = { ...signInRoutes, ...linkRoutes, ...sessionRoutes };
