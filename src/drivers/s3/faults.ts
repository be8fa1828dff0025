import { decodeXML } from 'entities';

/** A request that an S3 service refused or did not answer. The message is for the operator and names no credentials. */
export class BucketFault extends Error {
  /** The service's own code, such as `NoSuchBucket`; `NoAnswer` without an answer. */
  readonly code: string;
  /** Only some requests are refused, so one that succeeds does not show that the fault is gone. */
  readonly isPartial: boolean;

  constructor(code: string, address: string, hint: string, isPartial = false) {
    super(`The bucket ${address} cannot be used (${code}): ${hint}`);
    this.name = 'BucketFault';
    this.code = code;
    this.isPartial = isPartial;
  }
}

interface Refusal {
  status: number;
  headers: Headers;
  /** XML, empty after HEAD. */
  text: string;
}

/** Explains a refused request in one sentence that says what to do. */
export function toBucketFault(
  address: string,
  doing: string,
  { status, headers, text }: Refusal,
): BucketFault {
  const code = textOf(text, 'Code') || `HTTP ${status}`;
  const region = headers.get('x-amz-bucket-region') ?? textOf(text, 'Region');
  const isPartial = status === 403 && doing !== 'read';
  return new BucketFault(code, address, hintFor(code, { status, doing, region }), isPartial);
}

export const noAnswer = (address: string, reason: string): BucketFault =>
  new BucketFault(
    'NoAnswer',
    address,
    `the S3 service does not answer (${reason}). Check GALLEY_S3_ENDPOINT, the network, and the service.`,
  );

/** The text of the first element of this name. */
export function textOf(xml: string, name: string): string {
  const start = xml.indexOf(`<${name}>`);
  if (start === -1) return '';
  const from = start + name.length + 2;
  const end = xml.indexOf('</', from);
  return end === -1 ? '' : decodeXML(xml.slice(from, end));
}

const WRONG_KEYS: ReadonlySet<string> = new Set([
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'InvalidToken',
  'ExpiredToken',
]);

/** Whether the access key itself was refused, rather than its rights. */
export const isRefusedKey = (code: string): boolean => WRONG_KEYS.has(code);

function hintFor(
  code: string,
  { status, doing, region }: { status: number; doing: string; region: string },
): string {
  if (code === 'NoSuchBucket') return 'it does not exist. Create it, or correct GALLEY_FILES_URL.';
  if (code === 'RequestTimeTooSkewed')
    return 'the clock of this server differs from that of the S3 service. Set it, best with NTP.';
  if (status === 301 || status === 307 || code === 'AuthorizationHeaderMalformed')
    return region === ''
      ? 'it is in another region. Correct GALLEY_S3_REGION and GALLEY_S3_ENDPOINT.'
      : `it is in the region ${region}. Set GALLEY_S3_REGION to that.`;
  if (isRefusedKey(code))
    return 'the access key or its secret is refused. Correct GALLEY_S3_ACCESS_KEY_ID and GALLEY_S3_SECRET_ACCESS_KEY, or renew the key where it comes from.';
  if (status === 403)
    return `the access key has no right to ${doing} there. Grant it GetObject, PutObject, DeleteObject and ListBucket.`;
  if (status === 429 || code === 'SlowDown') return 'the S3 service is overloaded. It is tried again.';
  if (status === 501) return `the S3 service cannot ${doing} in this way. Use one that speaks S3 fully.`;
  if (status >= 500) return 'the S3 service has a fault. It is tried again; see its own log or status page.';
  return `the S3 service refused to ${doing}. Check GALLEY_FILES_URL and GALLEY_S3_ENDPOINT.`;
}
