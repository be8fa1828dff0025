import { queryOptions } from '@tanstack/react-query';
import { DASHBOARD_PATH, pathOf } from '../addresses.ts';
import { call } from './api.ts';
import { type Input, type Output, pathKey } from './operations.ts';
import { askForPasskey } from './passkeys.ts';

export type Account = Output<'getSession'>['account'];

/** The session. Throws `ApiError` 401 without one. */
export const sessionQuery = queryOptions({
  queryKey: pathKey('getSession'),
  queryFn: ({ signal }) => call('getSession', {}, { signal, isSigningIn: true }),
  staleTime: 5 * 60_000,
  retry: false,
});

/** What the sign-in page needs to know. */
export const signInStateQuery = queryOptions({
  queryKey: pathKey('getSignInState'),
  queryFn: ({ signal }) => call('getSignInState', {}, { signal, isSigningIn: true }),
});

const SIGNING_IN = { isSigningIn: true };

export const signInWithPassword = (email: string, password: string) =>
  call('signIn', { email, password }, SIGNING_IN);

export const signInWithCode = (text: string) => call('signInByCode', toCode(text), SIGNING_IN);

export const signInWithPasskey = async () =>
  call('signInByPasskey', { response: await askForPasskey() }, SIGNING_IN);

/** Confirms that the person of the session is still there. */
export const proveByPassword = (password: string) => call('reauthenticate', { password }, SIGNING_IN);
export const proveByPasskey = async () =>
  call('reauthenticate', { passkey: await askForPasskey() }, SIGNING_IN);

export const signOut = () => call('signOut', {}, SIGNING_IN);

/** Codes of apps are six digits; recovery codes have letters. */
function toCode(text: string): Input<'signInByCode'> {
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
