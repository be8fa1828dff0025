import { queryOptions } from '@tanstack/react-query';
import { call } from './api.ts';

export interface Session {
  account: { id: string; name: string; email: string; is_operator: boolean };
  session: { id: string; signed_in_at: string; is_fresh: boolean };
}

/** Who has signed in. Throws `ApiError` 401 if nobody has. */
export const sessionQuery = queryOptions({
  queryKey: ['account', 'session'],
  queryFn: ({ signal }) => call<Session>('GET', 'account/session', { signal, isSigningIn: true }),
  staleTime: 5 * 60_000,
  retry: false,
});

/** What the sign-in page needs to know. */
export interface SignInState {
  has_accounts: boolean;
  /** The name of the provider of single sign-on, if one is configured. */
  single_sign_on: { name: string } | null;
  has_mail: boolean;
}

export const signInStateQuery = queryOptions({
  queryKey: ['account', 'state'],
  queryFn: ({ signal }) => call<SignInState>('GET', 'account/state', { signal, isSigningIn: true }),
});

/** `code`: a code of the authenticator app, or a recovery code, has to follow. */
export interface SignInStep {
  next: 'code' | null;
}

export const signInWithPassword = (email: string, password: string) =>
  call<SignInStep>('POST', 'account/sign-in', { body: { email, password }, isSigningIn: true });

export const signInWithCode = (code: string) =>
  call<SignInStep>('POST', 'account/sign-in/code', { body: { code }, isSigningIn: true });

export const signOut = () => call('POST', 'account/sign-out', { isSigningIn: true });
