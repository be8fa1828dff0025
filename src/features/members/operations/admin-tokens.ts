import { type Static, Type } from '@sinclair/typebox';
import { toIsoTime, toIsoTimeOrNull } from '../../../platform/clock.ts';
import type { Deps } from '../../../platform/deps.ts';
import { adminAction } from '../../../platform/events.ts';
import { createId } from '../../../platform/ids.ts';
import { readList, storeList } from '../../../platform/json/stored-list.ts';
import { ExpiresAtInput, parseExpiry } from '../../../platform/limits/expiry.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { type AdminScope, EFFECTS } from '../../../platform/scope.ts';
import {
  highestRole,
  isVisible,
  requireFreshSignIn,
  roleIn,
} from '../../../platform/security/admin-access.ts';
import { createKeyValue, type StoredKeyValue } from '../../../platform/security/crypto.ts';
import { hasRole } from '../../../platform/security/roles.ts';
import { requireKnownName } from '../../../platform/text/names.ts';
import { DisplayName, findTeamId, teamNotFound } from '../../projects/index.ts';
import { notForTokens, roleTooHigh, tokenNotFound, tooManyTokens } from '../errors.ts';
import { AdminToken, AdminTokenWithValue, RoleName } from '../schema.ts';
import { type AdminTokenRow, deleteToken, insertToken, selectToken, selectTokens } from '../token-queries.ts';

/** Most tokens of one maker. */
const MAX_TOKENS = 50;

const PREFIX = 'gat_';

const OPERATIONS = {
  what: 'an operation of the admin API',
  hint: 'The API documentation lists them.',
};

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
  expires_at: ExpiresAtInput,
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
    const { value, ...stored } = createKeyValue(PREFIX);
    const row = makeRow(deps, scope, input, stored);
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

/** The maker whose tokens a scope may see; undefined: all makers. */
function makerOf({ access }: AdminScope): string | undefined {
  if (access === undefined || access.isOperator) return undefined;
  return access.account?.id ?? access.token?.accountId ?? '';
}

async function requireOwnRights(
  deps: Deps,
  scope: AdminScope,
  { team_id, role, operations }: Static<typeof CreateInput>,
): Promise<void> {
  const { adminOperations } = deps.services.members;
  for (const name of operations ?? []) requireKnownName('operations', name, adminOperations, OPERATIONS);
  if (team_id !== undefined) {
    if (!isVisible(scope, team_id)) throw teamNotFound();
    await findTeamId(deps, team_id);
  }
  const own = team_id === undefined ? highestRole(scope) : roleIn(scope, team_id);
  if (role !== undefined && !hasRole(own ?? 'viewer', role)) throw roleTooHigh(own ?? 'viewer');
}

function makeRow(
  deps: Deps,
  { access, actor }: AdminScope,
  input: Static<typeof CreateInput>,
  stored: StoredKeyValue,
): AdminTokenRow {
  const now = deps.clock.now();
  return {
    id: createId(),
    name: input.name,
    ...stored,
    personId: access?.account?.id ?? null,
    createdBy: actor.name,
    teamId: input.team_id ?? null,
    role: input.role ?? null,
    effects: JSON.stringify([...new Set(input.effects)]),
    operations: storeList(input.operations),
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
    operations: readList(row.operations),
    expires_at: toIsoTimeOrNull(row.expiresAt),
    last_used_at: toIsoTimeOrNull(row.lastUsedAt),
    created_at: toIsoTime(row.createdAt),
  };
}
