import { AwsV4Signer } from 'aws4fetch';
import {
  type BucketSettings,
  parseBucketAddress,
  requireBucketCredentials,
} from '../../platform/files/bucket-address.ts';
import { type AccessKey, BucketCredentials, NoAccessKey } from '../../platform/files/bucket-credentials.ts';
import { BucketFault, isRefusedKey, noAnswer, textOf, toBucketFault } from './faults.ts';

/** SHA-256 of an empty body, for the signature of requests without one. */
const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** The status of services that lack a request. */
const NOT_IMPLEMENTED = 501;

const ATTEMPTS = 3;
const FIRST_PAUSE_MS = 150;

export interface BucketRequest {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Key below the prefix; undefined: the bucket itself. */
  key?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: { blob: Blob; sha256: string };
  /** The verb for error messages, such as `write`. */
  doing: string;
  /** Time limit of the whole request, including the answer's body. */
  timeoutMs: number;
}

type Outcome = Response | { fault: BucketFault; isPassing: boolean };

/** Signs and sends requests to one bucket, and retries those that fail temporarily. */
export class BucketClient {
  /** The address from the settings. */
  readonly address: string;
  readonly bucket: string;
  readonly prefix: string;
  readonly #base: string;
  readonly #credentials: BucketCredentials;
  readonly #region: string;

  constructor(address: string, settings: BucketSettings) {
    requireBucketCredentials(settings);
    const { bucket, prefix } = parseBucketAddress(address);
    this.address = address;
    this.bucket = bucket;
    this.prefix = prefix;
    this.#region = settings.s3_region || 'us-east-1';
    this.#base = baseOf(bucket, settings.s3_endpoint, this.#region);
    this.#credentials = new BucketCredentials(settings);
  }

  /** The answer, with any status that another attempt would not change. Throws `BucketFault` if the service does not give one. */
  async send(request: BucketRequest): Promise<Response> {
    let fault: BucketFault | undefined;
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      if (attempt > 0) await Bun.sleep(FIRST_PAUSE_MS * 4 ** (attempt - 1));
      const outcome = await this.#attemptWithKey(request);
      if (outcome instanceof Response) return outcome;
      fault = outcome.fault;
      if (!outcome.isPassing) break;
    }
    throw fault;
  }

  /** The body of an answer. Throws `BucketFault` if it breaks off or does not end in time. */
  async readText(response: Response): Promise<string> {
    return response.text().catch((error: Error) => {
      throw noAnswer(this.address, error.name === 'TimeoutError' ? 'its answer does not end' : error.name);
    });
  }

  /** Explains why the service refused a request. */
  async refusal(response: Response, doing: string): Promise<BucketFault> {
    const text = await response.text().catch(() => '');
    return toBucketFault(this.address, doing, { status: response.status, headers: response.headers, text });
  }

  /** A signed address that gives access to a file for some seconds. */
  async presign(key: string, seconds: number, query: Record<string, string> = {}): Promise<string> {
    const url = this.#urlOf(key, { ...query, 'X-Amz-Expires': String(seconds) });
    const signing = this.#signing(await this.#currentKey());
    const signed = await new AwsV4Signer({ ...signing, method: 'GET', url, signQuery: true }).sign();
    return signed.url.href;
  }

  /** If the key was replaced meanwhile, it is refused, and the new one is used. */
  async #attemptWithKey(request: BucketRequest): Promise<Outcome> {
    const key = await this.#currentKey();
    const outcome = await this.#attempt(request, key);
    if (!(outcome instanceof Response) || (outcome.status !== 403 && outcome.status !== 400)) return outcome;
    const text = await outcome.text().catch(() => '');
    const renewed = isRefusedKey(textOf(text, 'Code'))
      ? await this.#credentials.renew(key).catch(() => undefined)
      : undefined;
    if (renewed !== undefined) return this.#attempt(request, renewed);
    return new Response(text, { status: outcome.status, headers: outcome.headers });
  }

  async #currentKey(): Promise<AccessKey> {
    return this.#credentials.current().catch((error) => {
      if (error instanceof NoAccessKey) throw new BucketFault(error.code, this.address, error.message);
      throw error;
    });
  }

  async #attempt(request: BucketRequest, accessKey: AccessKey): Promise<Outcome> {
    const { method, key, query, headers, body, doing, timeoutMs } = request;
    const signed = await new AwsV4Signer({
      ...this.#signing(accessKey),
      method,
      url: this.#urlOf(key, query),
      headers: { ...headers, 'x-amz-content-sha256': body?.sha256 ?? EMPTY_SHA256 },
    }).sign();
    try {
      const response = await fetch(signed.url, {
        method,
        headers: signed.headers,
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
        // The stored bytes are compared with their size and hash, so they must not be decompressed.
        decompress: false,
        ...(body !== undefined && { body: body.blob }),
      });
      const isPassing =
        response.status === 429 || (response.status >= 500 && response.status !== NOT_IMPLEMENTED);
      if (!isPassing) return response;
      return { fault: await this.refusal(response, doing), isPassing: true };
    } catch (error) {
      const { name, code } = error as { name: string; code?: string };
      const isLate = name === 'TimeoutError';
      const reason = isLate ? `not within ${Math.ceil(timeoutMs / 1000)} seconds` : (code ?? name);
      return { fault: noAnswer(this.address, String(reason)), isPassing: !isLate };
    }
  }

  #signing(key: AccessKey) {
    return { ...key, region: this.#region, service: 's3' };
  }

  /** The value of `x-amz-copy-source`: bucket and key. */
  copySource(key: string): string {
    return `/${this.bucket}/${encodeKey(this.prefix + key)}`;
  }

  #urlOf(key: string | undefined, query: Record<string, string> = {}): string {
    const path = key === undefined ? '' : encodeKey(this.prefix + key);
    const search = new URLSearchParams(query).toString();
    return `${this.#base}/${path}${search === '' ? '' : `?${search}`}`;
  }
}

/** Prefixes may contain any characters. The signature uses the encoded ones. */
const encodeKey = (key: string): string => key.split('/').map(encodeURIComponent).join('/');

/**
 * The address of the bucket. The bucket is part of the host name on AWS and where the endpoint begins with it,
 * otherwise of the path.
 */
function baseOf(bucket: string, endpoint: string, region: string): string {
  if (endpoint !== '') {
    const { host, origin, pathname } = new URL(endpoint);
    const base = `${origin}${pathname.replace(/\/$/, '')}`;
    return host.startsWith(`${bucket}.`) ? base : `${base}/${bucket}`;
  }
  const host = `s3.${region}.amazonaws.com`;
  // Certificates cover only one level of names.
  return bucket.includes('.') ? `https://${host}/${bucket}` : `https://${bucket}.${host}`;
}
