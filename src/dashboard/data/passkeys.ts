import { SHARED } from '../texts/shared.ts';
import { call } from './api.ts';

/** Browsers offer passkeys only over HTTPS, and on localhost. */
export const hasPasskeys = (): boolean =>
  'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential;

/** Asks the browser to sign in with a passkey. Returns what to send to the service. */
export async function askForPasskey(): Promise<object> {
  const { options } = await call<{ options: PublicKeyCredentialRequestOptionsJSON }>(
    'POST',
    'account/sign-in/passkey/options',
    { isSigningIn: true },
  );
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return toJson(() => navigator.credentials.get({ publicKey }));
}

/** Lets the browser create a passkey. Returns what to send to the service. */
export function makePasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<object> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  return toJson(() => navigator.credentials.create({ publicKey }));
}

async function toJson(ask: () => Promise<Credential | null>): Promise<object> {
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
