import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { DomainError } from '../../platform/errors.ts';
import { createId } from '../../platform/ids.ts';
import { cleanLine } from '../../platform/text/names.ts';
import type { AccountCall } from './account-call.ts';
import { closeChallenge, openChallenge } from './challenges.ts';
import { foreignOrigin } from './errors.ts';
import { type PasskeyRow, selectPasskey, selectPasskeys, updatePasskeyUse } from './factor-queries.ts';
import { pageUrl } from './links.ts';

/**
 * Loads the library at first use, and before it a polyfill: in the executable, the library does not find the polyfill
 * that it imports itself.
 */
async function loadWebAuthn() {
  await import('reflect-metadata');
  return import('@simplewebauthn/server');
}

const MAX_NAME_LENGTH = 100;

const refused = () => new DomainError('unauthorized', 'The passkey was not accepted. Try again.');

interface Challenge {
  challenge: string;
  purpose: 'register' | 'sign_in';
}

/** The domain that passkeys belong to, and the page that asks for them. */
function relyingParty({ deps, request }: AccountCall) {
  const origin = request.headers.get('origin');
  if (origin === null || !URL.canParse(origin)) throw foreignOrigin();
  // Without a base URL, the address of the open page counts. With one, other hosts below its name are refused, because
  // their pages could use the same passkeys.
  const page = new URL(deps.listening.isBaseUrlSet ? pageUrl(deps) : origin);
  return { origin: page.origin, rpID: page.hostname };
}

/** Options for `navigator.credentials.create`. `person` has no id before the account exists. */
export async function startRegistration(
  call: AccountCall,
  person: { id?: string; name: string; email: string },
): Promise<object> {
  const { generateRegistrationOptions } = await loadWebAuthn();
  const known = person.id === undefined ? [] : await selectPasskeys(call.deps.db.reader, person.id);
  const options = await generateRegistrationOptions({
    rpName: 'Galley',
    rpID: relyingParty(call).rpID,
    userName: person.email,
    userDisplayName: person.name,
    attestationType: 'none',
    excludeCredentials: known.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: JSON.parse(transports),
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await openChallenge(call, 'passkey', {
    challenge: options.challenge,
    purpose: 'register',
  } satisfies Challenge);
  return options;
}

/** Checks the result of `navigator.credentials.create`, and returns the passkey to store. Throws `unauthorized`. */
export async function finishRegistration(
  call: AccountCall,
  response: object,
  name: string | undefined,
): Promise<Omit<PasskeyRow, 'personId'>> {
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const { challenge, purpose } = await closeChallenge<Challenge>(call, 'passkey');
  if (purpose !== 'register') throw refused();
  const { origin, rpID } = relyingParty(call);
  const verified = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  }).catch(() => undefined);
  if (!verified?.verified) throw refused();
  const { credential } = verified.registrationInfo;
  if ((await selectPasskey(call.deps.db.reader, credential.id)) !== undefined) throw refused();
  return {
    id: createId(),
    name: passkeyName(name),
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: JSON.stringify(credential.transports ?? []),
    createdAt: call.deps.clock.now(),
    lastUsedAt: null,
  };
}

/** Options for `navigator.credentials.get`: any passkey of this server. */
export async function startAuthentication(call: AccountCall): Promise<object> {
  const { generateAuthenticationOptions } = await loadWebAuthn();
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(call).rpID,
    userVerification: 'required',
  });
  await openChallenge(call, 'passkey', {
    challenge: options.challenge,
    purpose: 'sign_in',
  } satisfies Challenge);
  return options;
}

/** Checks the result of `navigator.credentials.get`, and returns the id of the person. Throws `unauthorized`. */
export async function finishAuthentication(call: AccountCall, response: object): Promise<string> {
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const { challenge, purpose } = await closeChallenge<Challenge>(call, 'passkey');
  const sent = response as AuthenticationResponseJSON;
  const { db, clock } = call.deps;
  const passkey = typeof sent.id === 'string' ? await selectPasskey(db.reader, sent.id) : undefined;
  if (purpose !== 'sign_in' || passkey === undefined) throw refused();
  const { origin, rpID } = relyingParty(call);
  const verified = await verifyAuthenticationResponse({
    response: sent,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      counter: passkey.counter,
      transports: JSON.parse(passkey.transports),
    },
  }).catch(() => undefined);
  if (!verified?.verified) throw refused();
  const { newCounter } = verified.authenticationInfo;
  await db.transaction((connection) => updatePasskeyUse(connection, passkey.id, newCounter, clock.now()));
  return passkey.personId;
}

export function passkeyName(text: string | undefined): string {
  return [...cleanLine(text ?? '')].slice(0, MAX_NAME_LENGTH).join('') || 'Passkey';
}
