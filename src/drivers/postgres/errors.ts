import { DomainError, storageFull, validationFailed } from '../../platform/errors.ts';

/** An error of the client: `code` is PostgreSQL's SQLSTATE (five characters) or the client's own. */
interface PostgresError extends Error {
  errno?: string;
  code?: string;
  detail?: string;
}

/** SQLSTATEs after which a transaction is retried: serialization failure and deadlock. */
const CONFLICTS = new Set(['40001', '40P01']);

const LOCK_TIMEOUT = '55P03';

/**
 * The server is starting, stopping, a standby that is not promoted (0A000), read-only after a failover, out of connections or memory, or has canceled what took
 * too long; or the operator has changed the password or is restoring the database.
 */
const PASSING = /^(08...|0A000|25P03|57P0[1-5]|57014|25006|53200|53300|55P03|28P01|28000|3D000)$/;

/** Codes for a connection that failed or broke. */
const BROKEN =
  /^(ERR_POSTGRES_(CONNECTION|IDLE|LIFETIME)|ECONN|ETIMEDOUT|EPIPE|FailedToOpenSocket|ConnectionRefused)/;

export const isConflict = (error: unknown): boolean => CONFLICTS.has(stateOf(error));

export const isLockTimeout = (error: unknown): boolean => stateOf(error) === LOCK_TIMEOUT;

/** Turns temporary errors, and those of a full disk, into domain errors. Others are returned unchanged. */
export function toPostgresError(error: unknown): unknown {
  if (error instanceof DomainError) return error;
  const state = stateOf(error);
  if (state === '53100') return storageFull(error);
  if (state === '22021') return validationFailed({ '': ['A text contains a NUL character; leave it out.'] });
  if (PASSING.test(state) || BROKEN.test((error as PostgresError)?.code ?? '') || isConflict(error)) {
    const message = 'The database cannot be reached at the moment. Try again in a few seconds.';
    return new DomainError('unavailable', message, { retryAfterSeconds: 2 }, { cause: error });
  }
  // It quotes values of rows, which must not be logged.
  if (error instanceof Error) delete (error as PostgresError).detail;
  return error;
}

function stateOf(error: unknown): string {
  return error instanceof Error ? String((error as PostgresError).errno ?? '') : '';
}

/**
 * Explains to the operator why a database cannot be used. The address is named without user and password.
 * @param setting that has the address
 */
export function toOpeningError(error: unknown, url: string, setting: string): unknown {
  if (error instanceof DomainError) return error;
  const { code = '', message } = error as PostgresError;
  return cannotBeUsed(
    url,
    explain({ state: stateOf(error), code, message }, setting) ?? `${message}.`,
    error,
  );
}

export const readOnlyFault = (url: string): DomainError => cannotBeUsed(url, READ_ONLY);

const cannotBeUsed = (url: string, reason: string, cause?: unknown): DomainError =>
  new DomainError(
    'conflict',
    `The database ${withoutPassword(url)} cannot be used: ${reason}`,
    {},
    { cause },
  );

const READ_ONLY =
  'it can only be read. Name the primary and not a standby, and leave default_transaction_read_only off.';

interface Refusal {
  state: string;
  code: string;
  message: string;
}

/** Reasons by SQLSTATE, each with a remedy. */
const REASONS: Readonly<Record<string, string>> = {
  '57P03': 'it is starting or stopping. Try again in a few seconds.',
  '25006': READ_ONLY,
  '3D000': 'it does not exist. Create it with: createdb --encoding=UTF8 NAME.',
  '3F000':
    'its search_path names no schema that exists. Create the schema, or set the path with: ALTER DATABASE NAME SET search_path = public.',
  '42501':
    'the user has no right to create tables. Make the user the owner of the database, or grant CREATE on its schema.',
  '53200':
    'it is out of memory. Give it more, raise max_locks_per_transaction if its log says so, or stop other programs.',
  '53300':
    'it has no free connections. Raise max_connections of the server or the limit of the user, lower GALLEY_DATABASE_POOL, or stop other programs.',
};

function explain({ state, code, message }: Refusal, setting: string): string | undefined {
  if (message.includes('no encryption'))
    return `it refuses connections that are not encrypted. Add ?sslmode=verify-full to ${setting}.`;
  if (message.includes('pg_hba.conf'))
    return `it refuses connections of this user from here. Allow them in its pg_hba.conf, or correct ${setting}.`;
  if (state === '28P01' || state === '28000' || code.includes('AUTHENTICATION'))
    return `it refuses the user or the password. Correct them in ${setting}.`;
  if (/certificate|CERT|altnames/i.test(`${code} ${message}`))
    return `its certificate is not trusted, or is for another name. Name its authority in NODE_EXTRA_CA_CERTS, or correct the host in ${setting}.`;
  if (code === 'ERR_POSTGRES_TLS_NOT_AVAILABLE')
    return `it does not encrypt connections. Enable TLS there, or remove sslmode from ${setting} if the network is private.`;
  if (message.includes('unsupported startup parameter') || state === '42P05' || state === '26000')
    return 'it is a pooler. Set GALLEY_DATABASE_DIRECT_URL to the address of the database without it.';
  if (message.includes('unrecognized configuration parameter'))
    return `it knows no parameter of that name (${message}). Remove it from the end of ${setting}.`;
  if (BROKEN.test(code) || state.startsWith('08'))
    return `no server of PostgreSQL answers there. Check host, port and network in ${setting}, and that the server runs.`;
  return REASONS[state];
}

/** An address for error messages. Without a name in it, the database has that of the user. */
export function withoutPassword(url: string): string {
  const { host, pathname, username } = new URL(url);
  return `${host}${pathname.length > 1 ? pathname : `/${username}`}`;
}
