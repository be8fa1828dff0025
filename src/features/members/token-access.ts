import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/errors.ts';
import type { AnyOperation } from '../../platform/operation.ts';
import type { Actor, Effect, Restriction } from '../../platform/scope.ts';
import { sha256 } from '../../platform/security/crypto.ts';
import { recordUse } from '../../platform/security/key-use.ts';
import { type AdminAccess, lowerRole, type Role } from '../../platform/security/roles.ts';
import { selectAccount } from '../accounts/index.ts';
import { selectTeams } from '../projects/index.ts';
import { selectRoles } from './queries.ts';
import { type AdminTokenRow, selectTokenByHash, updateTokenLastUse } from './token-queries.ts';

/** Longer texts cannot be tokens. */
const MAX_TOKEN_LENGTH = 100;

export interface TokenAccess {
  actor: Actor;
  access: AdminAccess;
  restriction: Restriction;
}

/**
 * The rights that an admin token has now: its own, but at most those that its maker still has. Throws `unauthorized`
 * for an unknown or expired token, and `forbidden` for an operation that it does not list.
 */
export async function openToken(deps: Deps, value: string, operation: AnyOperation): Promise<TokenAccess> {
  const { db, clock } = deps;
  const now = clock.now();
  // The duration of a lookup by hash reveals nothing, because hashes of similar guesses are unrelated.
  const row =
    value.length > MAX_TOKEN_LENGTH
      ? undefined
      : await selectTokenByHash(db.reader, Buffer.from(sha256(value)));
  if (row === undefined || (row.expiresAt !== null && row.expiresAt <= now)) throw unknownToken();
  recordUse(deps, row, now, updateTokenLastUse);
  requireReach(row, operation);
  const effects = JSON.parse(row.effects) as Effect[];
  const message = `The admin token "${row.name}" may not do this: its effects are ${effects.join(', ')}.`;
  return {
    actor: { kind: 'admin', id: row.id, name: row.name },
    access: await accessOf(deps, row),
    restriction: { effects, message },
  };
}

function requireReach(
  { name, operations }: AdminTokenRow,
  operation: Pick<AnyOperation, 'name' | 'managesAccess'>,
): void {
  const named: string[] | undefined = operations === null ? undefined : JSON.parse(operations);
  if (named === undefined ? !operation.managesAccess : named.includes(operation.name)) return;
  throw new DomainError(
    'forbidden',
    `The admin token "${name}" may not do this: its operations do not name ${operation.name}.`,
  );
}

async function accessOf({ db }: Deps, row: AdminTokenRow): Promise<AdminAccess> {
  const { id, name, personId: accountId, teamId, role } = row;
  const maker = accountId === null ? undefined : await selectAccount(db.reader, accountId);
  const isOfOperator = accountId === null || maker?.isOperator === true;
  const token = { id, name, accountId };
  if (isOfOperator && teamId === null && role === null) return { isOperator: true, roles: new Map(), token };
  const own = isOfOperator
    ? new Map((await selectTeams(db.reader)).map((team): [string, Role] => [team.id, 'owner']))
    : await selectRoles(db.reader, accountId as string);
  const roles = [...own]
    .filter(([team]) => teamId === null || team === teamId)
    .map(([team, most]): [string, Role] => [team, role === null ? most : lowerRole(role, most)]);
  return { isOperator: false, roles: new Map(roles), token };
}

const unknownToken = () =>
  new DomainError('unauthorized', 'The admin token is not valid: it is unknown, revoked or expired.');
