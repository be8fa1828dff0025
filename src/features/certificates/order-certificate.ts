import type { Client } from 'acme-client';
import { MINUTE_MS } from '../../platform/clock.ts';
import { DomainError } from '../../platform/errors.ts';
import { readSettingFile } from '../../platform/files/setting-file.ts';
import { toPrintable } from '../../platform/text/printable-text.ts';
import type { Proof } from './proof.ts';

/** Time limit of one request to the directory. */
const REQUEST_MS = 30_000;

/** Time limit of the whole order. Authorities validate within seconds. */
const ORDER_MS = 5 * MINUTE_MS;

const POLL_MS = 1_000;

/** Few, because the schedule of renewals tries again later. */
const REQUEST_ATTEMPTS = 2;

/** Credentials of an authority for external account binding (RFC 8555, section 7.3.4). */
export interface ExternalAccount {
  kid: string;
  /** Base64url. */
  hmacKey: string;
}

interface OrderOptions {
  directory: string;
  /** PEM file of certificates that the directory's certificate may come from. Empty: those that the runtime trusts. */
  caFile: string;
  email: string;
  /** For authorities that require an account of their own. */
  externalAccount: ExternalAccount | undefined;
  /** PEM. */
  accountKey: string;
  domains: readonly string[];
  proof: Proof;
  signal: AbortSignal;
}

/** A new private key in PEM. */
export async function createKey(): Promise<string> {
  const { crypto } = await import('acme-client');
  return (await crypto.createPrivateEcdsaKey('P-256')).toString();
}

/**
 * Gets a certificate and its chain for the domains by ACME (RFC 8555).
 * Returns the private key and the certificates, PEM. Throws a `DomainError` that says in one sentence what failed.
 */
export async function orderCertificate(options: OrderOptions): Promise<string> {
  const aborted = Promise.withResolvers<never>();
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(ORDER_MS)]);
  const abort = () => aborted.reject(new Error('it took longer than five minutes'));
  signal.addEventListener('abort', abort, { once: true });
  try {
    // The library cannot be aborted. Its later actions have no effect.
    return await Promise.race([order(options), aborted.promise]);
  } catch (error) {
    throw describeFailure(error as Error, options);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Requests the directory once without the library, whose errors do not say why there is no answer. */
async function requireDirectory(directory: string, ca: string | undefined): Promise<void> {
  const signal = AbortSignal.timeout(REQUEST_MS);
  const answer = await fetch(directory, { signal, redirect: 'error', ...(ca && { tls: { ca } }) }).catch(
    (error) => {
      throw new Error(`the directory cannot be reached (${error.code ?? error.message})`);
    },
  );
  if (!answer.ok) throw new Error(`the directory answered with status ${answer.status}`);
}

/** Opens an account at the first order, and keeps its address up to date. */
async function openAccount(client: Client, email: string): Promise<void> {
  const contact = email === '' ? undefined : { contact: [`mailto:${email}`] };
  const isKnown = await client.createAccount({ onlyReturnExisting: true }).then(
    () => true,
    () => false,
  );
  if (!isKnown) await client.createAccount({ termsOfServiceAgreed: true, ...contact });
  else if (contact) await client.updateAccount(contact);
}

async function order(options: OrderOptions) {
  const { directory, caFile, email, externalAccount, accountKey, domains, proof } = options;
  const ca = caFile === '' ? undefined : readSettingFile('GALLEY_ACME_CA', caFile);
  await requireDirectory(directory, ca);
  const { axios, Client, crypto } = await import('acme-client');
  const { Agent } = await import('node:https');
  axios.defaults.timeout = REQUEST_MS;
  axios.defaults.maxRedirects = 0;
  Object.assign(axios.defaults, {
    acmeSettings: { retryMaxAttempts: REQUEST_ATTEMPTS - 1, retryDefaultDelay: 2 },
    httpsAgent: ca === undefined ? undefined : new Agent({ ca }),
  });
  const client = new Client({
    directoryUrl: directory,
    accountKey,
    backoffMin: POLL_MS,
    ...(externalAccount && { externalAccountBinding: externalAccount }),
  });
  await openAccount(client, email);
  const [key, csr] = await crypto.createCsr({ altNames: [...domains] }, await createKey());
  const chain = await client.auto({
    csr,
    challengePriority: [proof.challenge],
    // The library would check the challenge from this machine, which may not reach its own public address.
    skipChallengeVerification: true,
    challengeCreateFn: async ({ identifier }, { token, type }, text) => {
      if (type !== proof.challenge)
        throw new Error(`the authority does not offer the challenge ${proof.challenge}`);
      await proof.show({ name: identifier.value, token, text });
    },
    challengeRemoveFn: ({ identifier }, { token }, text) =>
      proof.hide({ name: identifier.value, token, text }),
  });
  return `${key.toString().trim()}\n${chain.trim()}\n`;
}

const MAX_REASON_CHARACTERS = 300;

/** Answers of authorities contain text from the internet, so it is shortened and made printable. */
function describeFailure(
  error: Error & { code?: string },
  { directory, caFile, domains }: OrderOptions,
): DomainError {
  const { code, message } = error;
  const details = { cause: error };
  if (code === 'ENOENT' || code === 'EACCES')
    return new DomainError(
      'validation_failed',
      `GALLEY_ACME_CA: the file ${caFile} cannot be read.`,
      {},
      details,
    );
  const reason = toPrintable(message || code || 'no reason was given', MAX_REASON_CHARACTERS);
  const names = domains.join(', ');
  return new DomainError(
    'unavailable',
    `No certificate for ${names} from ${new URL(directory).host}: ${reason.replace(/\.$/, '')}.`,
    {},
    details,
  );
}
