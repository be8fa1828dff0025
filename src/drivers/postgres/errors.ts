import { DomainError, storageFull, validationFailed } from '../../platform/errors.ts';

/** What the client reports: the state of PostgreSQL (five characters), or a code of its own. */
interface PostgresError extends Error {
  errno?: string;
  code?: string;
}

/** States after which a transaction is tried again: serialization failure and deadlock. */
const CONFLICTS = new Set(['40001', '40P01']);

/** The server is starting, stopping, read-only after a failover, out of connections, or has canceled what took too long. */
const PASSING = /^(08...|57P0[1-5]|57014|25006|53300|55P03)$/;

/** Codes of a connection that failed or broke. */
const BROKEN =
  /^(ERR_POSTGRES_(CONNECTION|IDLE|LIFETIME)|ECONN|ETIMEDOUT|EPIPE|FailedToOpenSocket|ConnectionRefused)/;

export const isConflict = (error: unknown): boolean => CONFLICTS.has(stateOf(error));

/** Turns errors that pass, and those of a full disk, into domain errors. Others are returned unchanged. */
export function toPostgresError(error: unknown): unknown {
  if (error instanceof DomainError) return error;
  const state = stateOf(error);
  if (state === '53100') return storageFull(error);
  if (state === '22021') return validationFailed({ '': ['A text contains a NUL character; leave it out.'] });
  if (PASSING.test(state) || BROKEN.test((error as PostgresError)?.code ?? '') || isConflict(error)) {
    const message = 'The database cannot be reached at the moment. Try again in a few seconds.';
    return new DomainError('unavailable', message, { retryAfterSeconds: 2 }, { cause: error });
  }
  return error;
}

function stateOf(error: unknown): string {
  return error instanceof Error ? String((error as PostgresError).errno ?? '') : '';
}

/** Explains to the operator why a database cannot be used. The address is named without its password. */
export function toOpeningError(error: unknown, address: string): unknown {
  if (error instanceof DomainError) return error;
  const { code = '', message } = error as PostgresError;
  const reason = explain(stateOf(error), code, message) ?? `${message}.`;
  return new DomainError(
    'conflict',
    `The database ${address} cannot be used: ${reason}`,
    {},
    { cause: error },
  );
}

function explain(state: string, code: string, message: string): string | undefined {
  if (state === '28P01' || state === '28000' || code.includes('AUTHENTICATION'))
    return 'it refuses the user or the password. Correct them in GALLEY_DATABASE_URL.';
  if (state === '3D000') return 'it does not exist. Create it with: createdb --encoding=UTF8 NAME.';
  if (state === '42501')
    return 'the user has no right to create tables. Make the user the owner of the database, or grant CREATE on its schema.';
  if (state === '53300')
    return 'the server has no free connections. Raise max_connections, or stop other programs.';
  if (message.includes('unsupported startup parameter') || state === '42P05' || state === '26000')
    return 'it is a pooler. Set GALLEY_DATABASE_DIRECT_URL to the address of the database without it.';
  if (BROKEN.test(code) || state.startsWith('08'))
    return 'no server answers there. Check host, port and network, and that the server runs.';
  return undefined;
}

/** An address for messages. */
export function withoutPassword(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}
