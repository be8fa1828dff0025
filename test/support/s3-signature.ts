import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** Whether a request is signed with this secret (AWS Signature Version 4), by header or by query. */
export function isSigned(request: IncomingMessage, secret: string): boolean {
  const url = new URL(request.url ?? '/', 'http://unused');
  const header = request.headers.authorization;
  const read = (name: string) =>
    (header === undefined ? url.searchParams.get(`X-Amz-${name}`) : undefined) ?? '';
  const find = (name: string) => new RegExp(`${name}=([^, ]+)`).exec(header ?? '')?.[1];
  const scope = (find('Credential') ?? read('Credential')).split('/').slice(1);
  const names = (find('SignedHeaders') ?? read('SignedHeaders')).split(';');
  const signature = find('Signature') ?? read('Signature');
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const canonical = [
    request.method,
    decodeURIComponent(url.pathname).split('/').map(encode).join('/'),
    query,
    ...names.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}`),
    '',
    names.join(';'),
    header === undefined ? 'UNSIGNED-PAYLOAD' : request.headers['x-amz-content-sha256'],
  ].join('\n');
  const text = [
    'AWS4-HMAC-SHA256',
    header === undefined ? read('Date') : request.headers['x-amz-date'],
    scope.join('/'),
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n');
  const key = scope.reduce<string | Buffer>((made, part) => hmac(made, part), `AWS4${secret}`);
  return hmac(key, text).toString('hex') === signature;
}
