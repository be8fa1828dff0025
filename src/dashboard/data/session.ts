import { queryOptions } from '@tanstack/react-query';
import { DASHBOARD_PATH, pathOf } from '../place.ts';
import { call } from './api.ts';
import { askForPasskey } from './passkeys.ts';

export interface Account {
  id: string;
  name: string;
  email: string;
  is_operator: boolean;
  has_password: boolean;
  has_single_sign_on: boolean;
  has_authenticator_app: boolean;
  passkeys: number;
}

export interface Session {
  account: Account;
  session: { id: string; signed_in_at: string; is_fresh: boolean; fresh_until: string };
}

/** The session. Throws `ApiError` 401 without one. */
export const sessionQuery = queryOptions({
  queryKey: ['account', 'session'],
  queryFn: ({ signal }) => call<Session>('GET', 'account/session', { signal, isSigningIn: true }),
  staleTime: 5 * 60_000,
  retry: false,
});

/** What the sign-in page needs to know. */
interface SignInState {
  has_accounts: boolean;
  /** The provider of single sign-on, if one is configured. */
  single_sign_on: { name: string } | null;
  has_mail: boolean;
}

export const signInStateQuery = queryOptions({
  queryKey: ['account', 'state'],
  queryFn: ({ signal }) => call<SignInState>('GET', 'account/state', { signal, isSigningIn: true }),
});

/** `code`: the next step is a code of the authenticator app, or a recovery code. */
interface SignInStep {
  next: 'code' | null;
}

const post = <Output>(path: string, body: object = {}) =>
  call<Output>('POST', `account/${path}`, { body, isSigningIn: true });

export const signInWithPassword = (email: string, password: string) =>
  post<SignInStep>('sign-in', { email, password });

export const signInWithCode = (text: string) => post<SignInStep>('sign-in/code', toCode(text));

export const signInWithPasskey = async () =>
  post<SignInStep>('sign-in/passkey', { response: await askForPasskey() });

/** Confirms that the person of the session is still there. */
export const proveByPassword = (password: string) => post('reauthenticate', { password });
export const proveByPasskey = async () => post('reauthenticate', { passkey: await askForPasskey() });

export const signOut = () => post('sign-out');

/** Codes of apps are six digits; recovery codes have letters. */
function toCode(text: string): object {
  const code = text.replaceAll(/\s/g, '');
  return /^\d{6}$/.test(code) ? { code } : { recovery_code: code };
}

/** The address that begins single sign-on. It leads back to `returnTo`, a page of the dashboard. */
export const singleSignOnPath = (returnTo: string): string =>
  `${pathOf('api/v1/account/single-sign-on')}?${new URLSearchParams({ return_to: returnTo })}`;

/** `next` if it is a page of the dashboard, else its home. A link to the sign-in page must not lead to another site. */
export function toOwnPage(next: string | undefined): string {
  const url = URL.parse(next ?? '', `${location.origin}${DASHBOARD_PATH}/`);
  const isOwn = url?.origin === location.origin && `${url.pathname}/`.startsWith(`${DASHBOARD_PATH}/`);
  return isOwn ? url.pathname + url.search + url.hash : DASHBOARD_PATH;
}
