import { type Static, Type } from '@sinclair/typebox';
import { toIsoTime, toIsoTimeOrNull } from '../../../platform/clock.ts';
import type { Deps } from '../../../platform/deps.ts';
import { adminAction } from '../../../platform/events.ts';
import { createId } from '../../../platform/ids.ts';
import { readList, storeList } from '../../../platform/json/stored-list.ts';
import { ExpiresAtInput, parseExpiry } from '../../../platform/limits/expiry.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { EFFECTS } from '../../../platform/scope.ts';
import { createKeyValue, type StoredKeyValue } from '../../../platform/security/crypto.ts';
import { requireKnownName } from '../../../platform/text/names.ts';
import { DisplayName, ofProject, requireProject, requireTenantSlug } from '../../projects/index.ts';
import {
  type BackendKeyRow,
  deleteBackendKey,
  insertBackendKey,
  selectBackendKey,
  selectBackendKeys,
} from '../backend-queries.ts';
import { serverKeyNotFound, tooManyBackendKeys } from '../errors.ts';
import { serverKeyRevoked } from '../events.ts';
import { BackendKey, BackendKeyWithValue, EffectName, OnlyTenants } from '../schema.ts';

const MAX_SERVER_KEYS_PER_PROJECT = 50;

const PREFIX = 'gly_srv_';

const OPERATIONS = {
  what: 'an operation of the backend API',
  hint: 'The API documentation lists them.',
};

const CreateInput = Type.Object({
  project_id: Type.String(),
  name: DisplayName,
  effects: Type.Array(EffectName, {
    minItems: 1,
    maxItems: EFFECTS.length,
    default: ['read'],
    description: 'What its operations may do.',
  }),
  operations: Type.Optional(
    Type.Array(Type.String({ maxLength: 100 }), {
      minItems: 1,
      maxItems: 100,
      description: 'Names of the only operations it may perform; all that have the effects if left out.',
    }),
  ),
  tenants: OnlyTenants,
  expires_at: ExpiresAtInput,
});

export const createBackendKey = defineOperation({
  name: 'createServerKey',
  summary: 'Create a key for a backend that uses the backend API, shown once',
  scope: 'admin',
  effect: 'admin',
  access: ofProject('admin', { isSensitive: true }),
  input: CreateInput,
  output: BackendKeyWithValue,
  async run({ deps, scope }, input) {
    const { value, ...stored } = createKeyValue(PREFIX);
    const row = makeRow(deps, input, stored);
    await deps.db.transaction(async (db) => {
      const { teamId } = await requireProject(db, row.projectId);
      if (!(await insertBackendKey(db, row, MAX_SERVER_KEYS_PER_PROJECT)))
        throw tooManyBackendKeys(MAX_SERVER_KEYS_PER_PROJECT);
      await deps.events.emitInTransaction(keyAction('created', row, teamId), scope, db);
    });
    return { ...toBackendKey(row), server_key: value };
  },
});

export const listBackendKeys = defineOperation({
  name: 'listServerKeys',
  summary: 'List keys of backends, of one project or of all',
  scope: 'admin',
  effect: 'read',
  access: ofProject('viewer'),
  input: Type.Object({ project_id: Type.Optional(Type.String()) }),
  output: Type.Object({ items: Type.Array(BackendKey) }),
  async run({ deps }, { project_id }) {
    if (project_id !== undefined) await requireProject(deps.db.reader, project_id);
    return { items: (await selectBackendKeys(deps.db.reader, project_id)).map(toBackendKey) };
  },
});

export const revokeBackendKey = defineOperation({
  name: 'revokeServerKey',
  summary: 'Revoke a key of a backend for good',
  scope: 'admin',
  effect: 'admin',
  access: {
    role: 'admin',
    notFound: serverKeyNotFound,
    async teamOf({ db }, { id }) {
      const key = await selectBackendKey(db.reader, id);
      return key && (await requireProject(db.reader, key.projectId)).teamId;
    },
  },
  input: Type.Object({ id: Type.String() }),
  output: Type.Object({ id: Type.String() }),
  async run({ deps, scope, emit }, { id }) {
    await deps.db.transaction(async (db) => {
      const row = await selectBackendKey(db, id);
      if (row === undefined || !(await deleteBackendKey(db, id))) throw serverKeyNotFound();
      const { teamId } = await requireProject(db, row.projectId);
      await deps.events.emitInTransaction(keyAction('revoked', row, teamId), scope, db);
    });
    emit(serverKeyRevoked(id));
    return { id };
  },
});

function makeRow(deps: Deps, input: Static<typeof CreateInput>, stored: StoredKeyValue): BackendKeyRow {
  const now = deps.clock.now();
  const { serverOperations } = deps.services.access;
  for (const name of input.operations ?? [])
    requireKnownName('operations', name, serverOperations, OPERATIONS);
  for (const slug of input.tenants ?? []) requireTenantSlug(slug);
  return {
    id: createId(),
    projectId: input.project_id,
    name: input.name,
    ...stored,
    effects: JSON.stringify([...new Set(input.effects)]),
    operations: storeList(input.operations),
    tenants: storeList(input.tenants),
    expiresAt: parseExpiry(input.expires_at, now),
    lastUsedAt: null,
    createdAt: now,
  };
}

const keyAction = (verb: 'created' | 'revoked', row: BackendKeyRow, teamId: string) =>
  adminAction({
    action: `server_key.${verb}`,
    teamId,
    projectId: row.projectId,
    subject: `${row.name} (${row.id})`,
  });

function toBackendKey(row: BackendKeyRow): Static<typeof BackendKey> {
  return {
    id: row.id,
    project_id: row.projectId,
    name: row.name,
    prefix: row.prefix,
    effects: JSON.parse(row.effects),
    operations: readList(row.operations),
    tenants: readList(row.tenants),
    expires_at: toIsoTimeOrNull(row.expiresAt),
    last_used_at: toIsoTimeOrNull(row.lastUsedAt),
    created_at: toIsoTime(row.createdAt),
  };
}
