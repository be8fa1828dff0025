import { type Clock, DAY_MS } from '../../platform/clock.ts';
import { sha256 } from '../../platform/crypto.ts';
import type { TlsChallenges } from '../../platform/tls-challenges.ts';
import { createSelfSigned } from './self-signed.ts';

interface Challenge {
  /** The name that the authority checks. */
  name: string;
  token: string;
  /** The authority's token joined with the hash of the account's key. */
  text: string;
}

/** How this server proves to the authority that a name belongs to it. */
export interface Proof {
  challenge: 'http-01' | 'tls-alpn-01';
  show(challenge: Challenge): Promise<void>;
  hide(challenge: Omit<Challenge, 'text'>): Promise<void>;
}

/** `texts`: the texts served at `/.well-known/acme-challenge/<token>`, by token. */
export const proveByHttp = (texts: Map<string, string>): Proof => ({
  challenge: 'http-01',
  async show({ token, text }) {
    texts.set(token, text);
  },
  async hide({ token }) {
    texts.delete(token);
  },
});

/** The extension `acmeIdentifier` (RFC 8737, section 3): an octet string with the SHA-256 of the challenge's text. */
const ACME_IDENTIFIER = '1.3.6.1.5.5.7.1.31';
const OCTET_STRING_OF_32_BYTES = [0x04, 0x20];

export const proveByTls = (certificates: TlsChallenges, clock: Clock): Proof => ({
  challenge: 'tls-alpn-01',
  async show({ name, text }) {
    const value = new Uint8Array([...OCTET_STRING_OF_32_BYTES, ...sha256(text)]);
    const certificate = await createSelfSigned({
      ...{ name, domains: [name], now: clock.now(), lifetimeMs: DAY_MS },
      extension: { type: ACME_IDENTIFIER, value },
    });
    await certificates.show(name, certificate);
  },
  hide: ({ name }) => certificates.hide(name),
});
