import { DomainError } from '../errors.ts';

/** The settings of a bucket. Empty text: not set. */
export interface BucketSettings {
  s3_endpoint: string;
  s3_region: string;
  s3_access_key_id: string;
  s3_secret_access_key: string;
  s3_session_token: string;
  /** A file with an access key, which may change at any time. */
  s3_credentials_file: string;
  /** A service that gives temporary access keys. */
  s3_credentials_url: string;
  /** A file with the authorization token for that service. */
  s3_credentials_token_file: string;
}

/** Splits `s3://bucket/prefix`; the prefix ends with a slash or is empty. */
export function parseBucketAddress(address: string): { bucket: string; prefix: string } {
  const [, bucket, path = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/.exec(address) ?? [];
  const parts = path.split('/').filter(Boolean);
  // HTTP clients resolve `.` and `..`, which would lead to another prefix or bucket.
  if (bucket === undefined || parts.includes('.') || parts.includes('..')) {
    const message = `"${address}" is no address of a bucket. Write it as s3://bucket/prefix.`;
    throw new DomainError('validation_failed', message);
  }
  const prefix = parts.join('/');
  return { bucket, prefix: prefix === '' ? '' : `${prefix}/` };
}

export function requireBucketCredentials(settings: BucketSettings): void {
  const hasKey = settings.s3_access_key_id !== '' && settings.s3_secret_access_key !== '';
  const hasHalf = !hasKey && (settings.s3_access_key_id !== '' || settings.s3_secret_access_key !== '');
  if (hasKey || (!hasHalf && (settings.s3_credentials_file !== '' || settings.s3_credentials_url !== '')))
    return;
  throw new DomainError(
    'validation_failed',
    'An s3:// address needs GALLEY_S3_ACCESS_KEY_ID and GALLEY_S3_SECRET_ACCESS_KEY, or GALLEY_S3_CREDENTIALS_FILE.',
  );
}
