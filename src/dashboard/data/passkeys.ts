import { SHARED } from '../texts/shared.ts';
import { call } from './api.ts';
import type { Input } from './operations.ts';

type CredentialJson = Input<'signInByPasskey'>['response'];

/** Browsers offer passkeys only over HTTPS, and on localhost. */
export const hasPasskeys = (): boolean =>
  'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential;

/** Asks the browser to sign in with a passkey. Returns what to send to the service. */
export async function askForPasskey(): Promise<CredentialJson> {
  const { options } = await call('startPasskeySignIn', {}, { isSigningIn: true });
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as PublicKeyCredentialRequestOptionsJSON,
  );
  return toJson(() => navigator.credentials.get({ publicKey }));
}

/** Lets the browser create a passkey. Returns what to send to the service. */
export function makePasskey(options: unknown): Promise<CredentialJson> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as PublicKeyCredentialCreationOptionsJSON,
  );
  return toJson(() => navigator.credentials.create({ publicKey }));
}

async function toJson(ask: () => Promise<Credential | null>): Promise<CredentialJson> {
  try {
    const credential = (await ask()) as PublicKeyCredential | null;
    if (credential !== null) return credential.toJSON();
  } catch (error) {
    // The browser's messages are written for developers.
    if (error instanceof DOMException && error.name === 'InvalidStateError')
      throw new Error(SHARED.passkeys.known);
  }
  throw new Error(SHARED.passkeys.stopped);
}
