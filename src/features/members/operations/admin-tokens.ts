import { type Static, Type } from '@sinclair/typebox';
import { highestRole, isVisible, requireFreshSignIn, roleIn } from '../../../platform/admin-access.ts';
import { toIsoTime } from '../../../platform/clock.ts';
import { createSecret, sha256 } from '../../../platform/crypto.ts';
import type { Deps } from '../../../platform/deps.ts';
import { invalidField } from '../../../platform/errors.ts';
import { adminAction } from '../../../platform/events.ts';
import { parseExpiry } from '../../../platform/expiry.ts';
import { createId } from '../../../platform/ids.ts';
import { findNearestName } from '../../../platform/names.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { hasRole } from '../../../platform/roles.ts';
import { type AdminScope, EFFECTS } from '../../../platform/scope.ts';
import { DisplayName, findTeamId, teamNotFound } from '../../projects/index.ts';
import { notForTokens, roleTooHigh, tokenNotFound, tooManyTokens } from '../errors.ts';
import { AdminToken, AdminTokenWithValue, RoleName } from '../schema.ts';
import { type AdminTokenRow, deleteToken, insertToken, selectToken, selectTokens } from '../token-queries.ts';

/** Of one maker. */
const MAX_TOKENS = 50;

const PREFIX = 'gat_';

/** Characters of a token that lists show: the fixed prefix and four of 43 random ones. */
const SHOWN_CHARACTERS = PREFIX.length + 4;

const CreateInput = Type.Object({
  name: DisplayName,
  team_id: Type.Optional(Type.String({ description: 'Its only team; all of yours if left out.' })),
  role: Type.Optional(RoleName),
  effects: Type.Array(Type.Union(EFFECTS.map((effect) => Type.Literal(effect))), {
    minItems: 1,
    maxItems: EFFECTS.length,
    default: ['read'],
    description: 'What its operations may do.',
  }),
  operations: Type.Optional(
    Type.Array(Type.String({ maxLength: 100 }), {
      minItems: 1,
      maxItems: 100,
      description:
        'Names of the only operations it may perform; all that have the effects if left out, but none that manage members and tokens.',
    }),
  ),
  expires_at: Type.Optional(
    Type.String({
      description: 'ISO 8601, in the future: a time, or a date, which is the last day it works (UTC).',
    }),
  ),
});

/** Tokens cannot make others, so that a leaked one cannot outlive its revocation. */
export const createAdminToken = defineOperation({
  name: 'createAdminToken',
  summary: 'Create an admin token for a program, shown once; it never has more rights than its maker',
  scope: 'admin',
  effect: 'admin',
  access: 'own teams',
  managesAccess: true,
  input: CreateInput,
  output: AdminTokenWithValue,
  async run({ deps, scope }, input) {
    if (scope.access?.token !== undefined) throw notForTokens();
    if (scope.access !== undefined) requireFreshSignIn(scope.access, deps.clock.now());
    await requireOwnRights(deps, scope, input);
    const value = createSecret(PREFIX);
    const row = makeRow(deps, scope, input, value);
    await deps.db.transaction(async (db) => {
      if (!(await insertToken(db, row, MAX_TOKENS))) throw tooManyTokens(MAX_TOKENS);
      await deps.events.emitInTransaction(tokenAction('created', row), scope, db);
    });
    return { ...toAdminToken(row), admin_token: value };
  },
});

/** Operators see all tokens, others their own. */
export const listAdminTokens = defineOperation({
  name: 'listAdminTokens',
  summary: 'List admin tokens, without their values: your own, or as an operator all',
  scope: 'admin',
  effect: 'read',
  access: 'own teams',
  managesAccess: true,
  input: Type.Object({}),
  output: Type.Object({ items: Type.Array(AdminToken) }),
  async run({ deps, scope }) {
    const rows = await selectTokens(deps.db.reader, makerOf(scope));
    return { items: rows.map(toAdminToken) };
  },
});

export const revokeAdminToken = defineOperation({
  name: 'revokeAdminToken',
  summary: 'Revoke an admin token for good; it stops working at once',
  scope: 'admin',
  effect: 'admin',
  access: 'own teams',
  managesAccess: true,
  input: Type.Object({ id: Type.String() }),
  output: Type.Object({ id: Type.String() }),
  async run({ deps, scope }, { id }) {
    if (scope.access !== undefined) requireFreshSignIn(scope.access, deps.clock.now());
    await deps.db.transaction(async (db) => {
      const row = await selectToken(db, id);
      const maker = makerOf(scope);
      if (row === undefined || (maker !== undefined && row.personId !== maker)) throw tokenNotFound();
      await deleteToken(db, id);
      await deps.events.emitInTransaction(tokenAction('revoked', row), scope, db);
    });
    return { id };
  },
});

/** Whose tokens a scope may see: undefined for all. */
function makerOf({ access }: AdminScope): string | undefined {
  if (access === undefined || access.isOperator) return undefined;
  return access.account?.id ?? access.token?.accountId ?? '';
}

async function requireOwnRights(
  deps: Deps,
  scope: AdminScope,
  { team_id, role, operations }: Static<typeof CreateInput>,
): Promise<void> {
  for (const name of operations ?? []) requireOperation(deps, name);
  if (team_id !== undefined) {
    if (!isVisible(scope, team_id)) throw teamNotFound();
    await findTeamId(deps, team_id);
  }
  const own = team_id === undefined ? highestRole(scope) : roleIn(scope, team_id);
  if (role !== undefined && !hasRole(own ?? 'viewer', role)) throw roleTooHigh(own ?? 'viewer');
}

function requireOperation({ services }: Deps, name: string): void {
  const { adminOperations } = services.members;
  if (adminOperations.has(name)) return;
  const nearest = findNearestName(name, [...adminOperations]);
  const hint = nearest === undefined ? 'The API documentation lists them.' : `Did you mean "${nearest}"?`;
  throw invalidField('operations', `"${name}" is not an operation of the admin API. ${hint}`);
}

function makeRow(
  deps: Deps,
  { access, actor }: AdminScope,
  input: Static<typeof CreateInput>,
  value: string,
): AdminTokenRow {
  const now = deps.clock.now();
  return {
    id: createId(),
    name: input.name,
    hash: Buffer.from(sha256(value)),
    prefix: value.slice(0, SHOWN_CHARACTERS),
    personId: access?.account?.id ?? null,
    createdBy: actor.name,
    teamId: input.team_id ?? null,
    role: input.role ?? null,
    effects: JSON.stringify([...new Set(input.effects)]),
    operations: input.operations === undefined ? null : JSON.stringify([...new Set(input.operations)]),
    expiresAt: parseExpiry(input.expires_at, now),
    lastUsedAt: null,
    createdAt: now,
  };
}

const tokenAction = (verb: 'created' | 'revoked', { teamId, name, id }: AdminTokenRow) =>
  adminAction({
    action: `admin_token.${verb}`,
    ...(teamId !== null && { teamId }),
    subject: `${name} (${id})`,
  });

const orNull = (time: number | null) => (time === null ? null : toIsoTime(time));

function toAdminToken(row: AdminTokenRow): Static<typeof AdminToken> {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    account_id: row.personId,
    created_by: row.createdBy,
    team_id: row.teamId,
    role: row.role,
    effects: JSON.parse(row.effects),
    operations: row.operations === null ? null : JSON.parse(row.operations),
    expires_at: orNull(row.expiresAt),
    last_used_at: orNull(row.lastUsedAt),
    created_at: toIsoTime(row.createdAt),
  };
}
