import { DomainError } from '../../platform/errors.ts';
import { hidePassword } from '../../platform/network/connection-address.ts';

/** The oldest version that is supported. */
const OLDEST = [6, 2] as const;

/** Codes for a server that is unreachable or does not answer. It may come back. */
const AWAY =
  /ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EPIPE|timed out|Connection is closed|isn't writeable|LOADING|failed to connect/i;

/** The address for messages, without user and password. */
export const addressOf = (url: string): string => new URL(url).host;

/** Whether the server may answer later, so that the start continues without it. */
export const isAway = (error: unknown): boolean => AWAY.test(textOf(error));

/** Explains to the operator why Redis cannot be used. It names no credentials. */
export function toRedisFault(url: string, error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  return new DomainError('conflict', `Redis at ${addressOf(url)} cannot be used: ${explain(url, error)}`);
}

function explain(url: string, error: unknown): string {
  const text = textOf(error);
  if (/WRONGPASS|invalid password|invalid username|NOAUTH|without any password|AUTH failed/i.test(text))
    return 'it refuses the user or the password. Correct them in GALLEY_REDIS_URL: redis://USER:PASSWORD@HOST:PORT.';
  if (/NOPERM/.test(text))
    return 'its user has too few rights. Grant it: +@connection +@scripting +@pubsub +@hash +@stream +@keyspace +time +info ~galley:* &galley:*.';
  if (/ERR (invalid DB index|DB index is out of range|SELECT is not allowed)/i.test(text))
    return 'it has no database with the number at the end of GALLEY_REDIS_URL. Leave the number out.';
  if (/CERT|self.signed|certificate|ALTNAME|altnames/i.test(text))
    return 'its certificate is not trusted, or is for another name. Name its authority in NODE_EXTRA_CA_CERTS, or correct the host in GALLEY_REDIS_URL.';
  if (/READONLY/.test(text))
    return 'it is a replica, which can only be read. Name the primary in GALLEY_REDIS_URL.';
  if (AWAY.test(text))
    return url.startsWith('rediss:')
      ? 'no server of Redis answers there with TLS. Check host, port and network in GALLEY_REDIS_URL, and that the port speaks TLS; without TLS the address begins with redis://.'
      : 'no server of Redis answers there. Check host and port in GALLEY_REDIS_URL, the network, and that the server runs; with TLS the address begins with rediss://.';
  if (/CLUSTERDOWN|MOVED \d|CROSSSLOT|cluster/i.test(text))
    return 'it is part of a Redis Cluster, which Galley does not speak. Name a single server, or a service with one address, in GALLEY_REDIS_URL.';
  if (/sentinel/i.test(text))
    return 'it is a Sentinel, which Galley does not ask for the primary. Name the primary in GALLEY_REDIS_URL, or an address that follows it.';
  const { name } = error as Error;
  // Other errors mean that the client cannot read the answer.
  const quoted = name === 'ReplyError' ? ` (${hidePassword(url, text).trim().slice(0, 100)})` : '';
  return `the server does not answer as Redis does${quoted}. Check GALLEY_REDIS_URL.`;
}

/** A server that takes no writes for now still passes messages on. Undefined for other errors. */
export function warnOfRefusedWrites(url: string, error: unknown): string | undefined {
  const text = textOf(error);
  const meanwhile = 'rate limits hold for each server alone meanwhile';
  if (/\bOOM\b/.test(text))
    return `Redis at ${addressOf(url)} has no memory left: ${meanwhile}. Raise its maxmemory.`;
  if (/\bMISCONF\b/.test(text))
    return `Redis at ${addressOf(url)} cannot save its data and so takes no writes: ${meanwhile}. Turn its persistence off, which Galley does not need, or see its log.`;
  return undefined;
}

function textOf(error: unknown): string {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return `${code} ${message}`;
}

/** Throws `conflict` for a server that is too old. */
export function requireVersion(url: string, version: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return;
  throw new DomainError(
    'conflict',
    `Redis at ${addressOf(url)} is version ${version || 'unknown'}. Galley needs ${OLDEST.join('.')} or newer, or Valkey.`,
  );
}
