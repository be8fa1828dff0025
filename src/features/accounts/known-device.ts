import { DAY_MS } from '../../platform/clock.ts';
import { createSecret, equalInConstantTime, hmacSha256 } from '../../platform/crypto.ts';
import type { AccountCall } from './account-call.ts';
import { readCookie } from './session-cookie.ts';

const KEPT_SECONDS = (180 * DAY_MS) / 1000;

/**
 * Marks the browser as one in which the person has signed in, so that failed sign-ins of others do not lock the person
 * out there.
 */
export function rememberDevice(call: AccountCall, email: string): void {
  const id = createSecret('', 16);
  const secure = call.deps.services.accounts.cookies.isSecure ? '; Secure' : '';
  const value = `${id}.${Buffer.from(sign(call, email, id)).toString('base64url')}`;
  call.answerHeaders.append(
    'set-cookie',
    `${cookieName(call)}=${value}; Max-Age=${KEPT_SECONDS}; Path=/; HttpOnly; SameSite=Lax${secure}`,
  );
}

/** The id of the browser, if the person has signed in there. */
export function knownDevice(call: AccountCall, email: string): string | undefined {
  const [id = '', signature = ''] = readCookie(call.request.headers, cookieName(call))?.split('.') ?? [];
  return equalInConstantTime(Buffer.from(signature, 'base64url'), sign(call, email, id)) ? id : undefined;
}

const cookieName = (call: AccountCall) => `${call.deps.services.accounts.cookies.prefix}.device`;

const sign = ({ deps }: AccountCall, email: string, id: string) =>
  hmacSha256(deps.urlSigningKey, `device ${id} ${email}`);
