import type { Refusal } from '../support/s3-server.ts';

/** Refusals of a bucket, and a part of what the log says to do. */
export const REFUSALS: [what: string, refusal: Refusal, said: string][] = [
  ['denied', { code: 'AccessDenied', status: 403 }, 'Grant it GetObject, PutObject'],
  ['denied deletion', { code: 'AccessDenied', status: 403, method: 'DELETE' }, 'no right to delete'],
  ['denied writing', { code: 'AccessDenied', status: 403, method: 'PUT' }, 'no right to write'],
  ['a wrong key', { code: 'InvalidAccessKeyId', status: 403 }, 'Correct GALLEY_S3_ACCESS_KEY_ID'],
  ['a wrong secret', { code: 'SignatureDoesNotMatch', status: 403 }, 'Correct GALLEY_S3_ACCESS_KEY_ID'],
  ['a wrong clock', { code: 'RequestTimeTooSkewed', status: 403 }, 'The clock of this server'.toLowerCase()],
  [
    'another region',
    { code: 'PermanentRedirect', status: 301, headers: { 'x-amz-bucket-region': 'eu-west-3' } },
    'Set GALLEY_S3_REGION to that',
  ],
  ['overload', { code: 'SlowDown', status: 503 }, 'overloaded'],
  ['a fault', { code: 'InternalError', status: 500 }, 'has a fault'],
];

const PAGES: Readonly<Record<string, string>> = {
  '': '<Contents><Key>p/t1/a</Key><Size>1</Size></Contents><IsTruncated>true</IsTruncated><NextContinuationToken>1/a+b=</NextContinuationToken>',
  '1/a+b=': '<Contents><Key>p/t1/b</Key><Size>2</Size></Contents><IsTruncated>false</IsTruncated>',
};

/** A bucket with a list of two pages. That of the other tests needs DES for its second page, which Bun has not. */
export const startPages = () =>
  Bun.serve({
    port: 0,
    fetch({ url }) {
      const token = new URL(url).searchParams.get('continuation-token') ?? '';
      return new Response(`<ListBucketResult>${PAGES[token]}</ListBucketResult>`);
    },
  });

/** A service of the machine that gives access keys to those who send its token. */
export class KeyService {
  readonly server;
  asked = 0;
  secret = 'S3RVER';
  endsInMs = 3_600_000;

  constructor(token: string) {
    this.server = Bun.serve({
      port: 0,
      fetch: ({ headers }) => {
        this.asked += 1;
        if (headers.get('authorization') !== token) return new Response(null, { status: 401 });
        return Response.json({
          ...{ AccessKeyId: 'S3RVER', SecretAccessKey: this.secret, Token: 'temporary' },
          Expiration: new Date(Date.now() + this.endsInMs).toISOString(),
        });
      },
    });
  }
}
