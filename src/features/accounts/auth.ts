import { createAuthEndpoint, createAuthMiddleware } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { betterAuth } from 'better-auth/minimal';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { z } from 'zod';
import type { Deps } from '../../platform/deps.ts';
import { createId } from '../../platform/ids.ts';
import { createAccountAdapter } from './adapter-queries.ts';
import { CLIENT_ADDRESS_HEADER, SESSION_REFRESH_SECONDS, SESSION_SECONDS } from './limits.ts';
import { hashPassword, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, verifyPassword } from './passwords.ts';
import type { CookieNames } from './session-cookie.ts';
import { requireNewCode } from './used-codes.ts';

export type Auth = ReturnType<typeof createAuth>;

interface AuthOptions {
  secret: string;
  cookies: CookieNames;
}

/**
 * The authentication library. This module is imported at the first request that needs it, because it takes time and memory.
 * Its own HTTP handler is not used: routes call `api` after they have checked the origin and limits.
 */
export function createAuth(deps: Deps, { secret, cookies }: AuthOptions) {
  return betterAuth({
    appName: 'Galley',
    baseURL: new URL(deps.baseUrl).origin,
    basePath: '/api/v1/account',
    secret,
    database: createAccountAdapter(deps.db),
    telemetry: { enabled: false },
    logger: { disabled: true },
    rateLimit: { enabled: false },
    user: {
      modelName: 'account_people',
      additionalFields: { isOperator: { type: 'boolean', input: false, defaultValue: false } },
    },
    session: {
      modelName: 'account_sessions',
      expiresIn: SESSION_SECONDS,
      updateAge: SESSION_REFRESH_SECONDS,
    },
    account: { modelName: 'account_credentials' },
    verification: { modelName: 'account_verifications', storeIdentifier: 'hashed' },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    advanced: {
      // The prefix "__Host-" is part of the name: the library knows "__Secure-" only.
      useSecureCookies: false,
      cookiePrefix: cookies.prefix,
      defaultCookieAttributes: { secure: cookies.isSecure, httpOnly: true, sameSite: 'lax', path: '/' },
      database: { generateId: () => createId() },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
    },
    plugins: [
      twoFactor({ issuer: 'Galley', twoFactorTable: 'account_two_factors', allowPasswordless: true }),
      codesPlugin(deps),
      sessionsPlugin(),
    ],
  });
}

/** Refuses codes of authenticator apps that were sent before. */
function codesPlugin(deps: Deps) {
  return {
    id: 'galley-codes',
    hooks: {
      before: [
        {
          matcher: ({ path }: { path?: string }) => path === '/two-factor/verify-totp',
          handler: createAuthMiddleware(async (ctx) => {
            const { createAuthCookie, internalAdapter, secret } = ctx.context;
            const challenge = await ctx.getSignedCookie(createAuthCookie('two_factor').name, secret);
            if (!challenge) return;
            const verification = await internalAdapter.findVerificationValue(challenge);
            if (verification) await requireNewCode(deps, verification.value, ctx.body.code);
          }),
        },
      ],
    },
  };
}

/** Starts sessions for sign-ins that the library does not know. */
function sessionsPlugin() {
  return {
    id: 'galley-sessions',
    endpoints: {
      startSession: createAuthEndpoint.serverOnly(
        { method: 'POST', body: z.object({ personId: z.string() }) },
        async (ctx) => {
          const { internalAdapter } = ctx.context;
          const user = await internalAdapter.findUserById(ctx.body.personId);
          if (user === null) throw new Error('the person of a new session does not exist');
          const session = await internalAdapter.createSession(user.id);
          await setSessionCookie(ctx, { session, user });
          return ctx.json({ personId: user.id });
        },
      ),
    },
  };
}
