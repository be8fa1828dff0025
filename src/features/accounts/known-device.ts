import { DAY_MS } from '../../platform/clock.ts';
import { createSecret, equalInConstantTime, hmacSha256 } from '../../platform/security/crypto.ts';
import type { AccountCall } from './account-call.ts';

const KEPT_MS = 180 * DAY_MS;

/**
 * Marks the browser as one in which the person has signed in, so that failed sign-ins of others do not lock the person
 * out there.
 */
export function rememberDevice(call: AccountCall, email: string): void {
  const id = createSecret('', 16);
  call.setCookie('device', `${id}.${Buffer.from(sign(call, email, id)).toString('base64url')}`, KEPT_MS);
}

/** The id of the browser, if the person has signed in there. */
export function knownDevice(call: AccountCall, email: string): string | undefined {
  const [id = '', signature = ''] = call.readCookie('device')?.split('.') ?? [];
  return equalInConstantTime(Buffer.from(signature, 'base64url'), sign(call, email, id)) ? id : undefined;
}

const sign = ({ deps }: AccountCall, email: string, id: string) =>
  hmacSha256(deps.urlSigningKey, `device ${id} ${email}`);
