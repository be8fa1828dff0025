import { readFile } from 'node:fs/promises';
import { systemClock } from '../clock.ts';
import type { BucketSettings } from './bucket-address.ts';
import { describeUnreadable } from './setting-file.ts';

/** An access key of an S3 service. */
export interface AccessKey {
  accessKeyId: string;
  secretAccessKey: string;
  /** Present for temporary keys only. */
  sessionToken?: string;
}

/** A temporary key is renewed this long before it expires. */
const EARLY_MS = 5 * 60_000;

const FETCH_TIMEOUT_MS = 5_000;

/** Largest answer of a credentials service, which sends a few hundred bytes. */
const MAX_ANSWER = 64 * 1024;

/** There is no access key at the moment. The message is for the operator and holds no part of a key. */
export class NoAccessKey extends Error {
  readonly code = 'NoCredentials';
}

/**
 * The access key for buckets. It comes from the settings, from a file that another program renews, or from a
 * credentials service of the machine, such as that of containers on AWS.
 */
export class BucketCredentials {
  readonly #settings: BucketSettings;
  /**
   * The last key, and the time until which it is used (ms). A file is read each time, because it is small and can
   * change at any time.
   */
  #last: { key: AccessKey; until: number } | undefined;

  constructor(settings: BucketSettings) {
    this.#settings = settings;
  }

  /** Throws `NoAccessKey`. */
  async current(): Promise<AccessKey> {
    const { s3_access_key_id, s3_secret_access_key, s3_session_token, s3_credentials_file } = this.#settings;
    if (s3_access_key_id !== '')
      return toKey(s3_access_key_id, s3_secret_access_key, s3_session_token) as AccessKey;
    return s3_credentials_file === '' ? this.#fetched() : this.#fromFile(s3_credentials_file);
  }

  /** Returns a key other than the one that the bucket has refused; undefined if the source has no other. */
  async renew(refused: AccessKey): Promise<AccessKey | undefined> {
    if (this.#settings.s3_access_key_id !== '') return undefined;
    // Requests that were refused at the same time share the new key.
    if (this.#last?.key.secretAccessKey === refused.secretAccessKey) this.#last = undefined;
    const key = await this.current();
    return key.secretAccessKey === refused.secretAccessKey && key.sessionToken === refused.sessionToken
      ? undefined
      : key;
  }

  /** Returns the last key if the file is being replaced or cannot be read. */
  async #fromFile(path: string): Promise<AccessKey> {
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => error);
    const key = typeof text === 'string' ? readProfile(text) : undefined;
    if (key !== undefined) this.#last = { key, until: 0 };
    else if (this.#last === undefined) {
      const reason = typeof text === 'string' ? 'it names no key and secret' : text.code;
      throw new NoAccessKey(
        `no access key can be read from ${path} (${reason}). Write aws_access_key_id and aws_secret_access_key there, or correct GALLEY_S3_CREDENTIALS_FILE.`,
      );
    }
    return (this.#last as { key: AccessKey }).key;
  }

  async #fetched(): Promise<AccessKey> {
    const now = systemClock.now();
    if (this.#last !== undefined && now < this.#last.until) return this.#last.key;
    const { s3_credentials_url: url, s3_credentials_token_file: tokenFile } = this.#settings;
    try {
      const authorization = tokenFile === '' ? undefined : (await readToken(tokenFile)).trim();
      const answer = await fetch(url, {
        headers: authorization === undefined ? {} : { authorization },
        signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
      });
      const text = await answer.text();
      if (!answer.ok || text.length > MAX_ANSWER) throw new Error(`status ${answer.status}`);
      this.#last = readAnswer(text);
    } catch (error) {
      const { name, message } = error as Error;
      if (this.#last === undefined && error instanceof NoAccessKey) throw error;
      if (this.#last === undefined)
        throw new NoAccessKey(
          `the service at GALLEY_S3_CREDENTIALS_URL gives no access key (${name === 'SyntaxError' ? 'its answer is no key' : message}). Check that address, GALLEY_S3_CREDENTIALS_TOKEN_FILE and the role of this machine.`,
        );
    }
    return this.#last.key;
  }
}

const readToken = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error) => {
    throw new NoAccessKey(describeUnreadable('GALLEY_S3_CREDENTIALS_TOKEN_FILE', file, error));
  });

const toKey = (id = '', secret = '', token = ''): AccessKey | undefined =>
  id === '' || secret === ''
    ? undefined
    : { accessKeyId: id, secretAccessKey: secret, ...(token !== '' && { sessionToken: token }) };

/** Reads the profile `default` of an AWS credentials file, or lines without a profile. */
function readProfile(text: string): AccessKey | undefined {
  const found: Record<string, string> = {};
  let profile = 'default';
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line.startsWith('[')) profile = line.slice(1, -1).trim();
    const at = line.indexOf('=');
    if (profile === 'default' && at > 0) found[line.slice(0, at).trim()] = line.slice(at + 1).trim();
  }
  return toKey(found.aws_access_key_id, found.aws_secret_access_key, found.aws_session_token);
}

/** A key without an expiry is used until it is refused. */
function readAnswer(text: string): { key: AccessKey; until: number } {
  const { AccessKeyId, SecretAccessKey, Token, Expiration } = JSON.parse(text) as Record<string, string>;
  const key = toKey(AccessKeyId, SecretAccessKey, Token);
  if (key === undefined) throw new SyntaxError('no key');
  const until = Expiration === undefined ? Number.POSITIVE_INFINITY : Date.parse(Expiration) - EARLY_MS;
  return { key, until: until || 0 };
}
