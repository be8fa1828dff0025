import { type Static, Type } from '@sinclair/typebox';
import { toIsoTime, toIsoTimeOrNull } from '../../../platform/clock.ts';
import type { Deps } from '../../../platform/deps.ts';
import { invalidField } from '../../../platform/errors.ts';
import { adminAction } from '../../../platform/events.ts';
import { isUuid } from '../../../platform/ids.ts';
import { readList } from '../../../platform/json/stored-list.ts';
import { ExpiresAtInput, parseExpiry } from '../../../platform/limits/expiry.ts';
import { defineOperation } from '../../../platform/operation.ts';
import type { Connection } from '../../../platform/ports/database.ts';
import { type AccessRule, isVisible } from '../../../platform/security/admin-access.ts';
import { requireKnownName } from '../../../platform/text/names.ts';
import { DisplayName, findTeamId, ofTeam, requireTenantSlug, selectProjects } from '../../projects/index.ts';
import { addApiKey, createApiKeyValue } from '../add-api-key.ts';
import { apiKeyNotFound } from '../errors.ts';
import { apiKeyChanged } from '../events.ts';
import {
  type ApiKeyRow,
  deleteApiKey,
  selectApiKey,
  selectApiKeyProjects,
  selectApiKeys,
  updateApiKeyValue,
} from '../queries.ts';
import { ApiKey, ApiKeyWithValue, KeyModeName, OnlyTenants } from '../schema.ts';

const keyAction = (verb: 'created' | 'revoked' | 'regenerated', { id, teamId, name }: ApiKeyRow) =>
  adminAction({ action: `api_key.${verb}`, teamId, subject: `${name} (${id})` });

function toApiKey(row: ApiKeyRow, projectIds: readonly string[]) {
  return {
    id: row.id,
    team_id: row.teamId,
    name: row.name,
    prefix: row.prefix,
    project_ids: row.allProjects ? null : [...projectIds],
    mode: row.mode,
    tenants: readList(row.tenants),
    template_id: row.templateId,
    tools: readList(row.tools),
    expires_at: toIsoTimeOrNull(row.expiresAt),
    last_used_at: toIsoTimeOrNull(row.lastUsedAt),
    last_used_by: row.lastUsedBy,
    created_at: toIsoTime(row.createdAt),
  };
}

const ofKey: AccessRule<{ id: string }> = {
  role: 'admin',
  notFound: apiKeyNotFound,
  teamOf: async ({ db }, { id }) => (await selectApiKey(db.reader, id))?.teamId,
};

const TOOLS = { what: 'a tool', hint: 'The documentation lists them.' };

const CreateInput = Type.Object({
  name: DisplayName,
  team_id: Type.Optional(Type.String({ description: 'The first team if left out.' })),
  project_ids: Type.Optional(
    Type.Array(Type.String(), { minItems: 1, maxItems: 100, description: 'All of the team if left out.' }),
  ),
  mode: Type.Optional({ ...KeyModeName, default: 'write' as const }),
  tenants: OnlyTenants,
  template_id: Type.Optional(
    Type.String({ description: 'The only template it has access to. Needs one project and one tenant.' }),
  ),
  tools: Type.Optional(
    Type.Array(Type.String({ maxLength: 100 }), {
      minItems: 1,
      maxItems: 100,
      description: 'Names of the only tools it may call; all that the mode allows if left out.',
    }),
  ),
  expires_at: ExpiresAtInput,
});

export const createApiKey = defineOperation({
  name: 'createApiKey',
  summary: 'Create an API key for AI agents, shown once',
  scope: 'admin',
  effect: 'admin',
  access: ofTeam('admin', { isSensitive: true }),
  input: CreateInput,
  output: ApiKeyWithValue,
  async run({ deps, scope, emit }, input) {
    requireReach(deps, input);
    const teamId = await findTeamId(deps, input.team_id);
    const projectIds = [...new Set(input.project_ids ?? [])];
    const draft = {
      teamId,
      name: input.name,
      projectIds: input.project_ids === undefined ? undefined : projectIds,
      mode: input.mode ?? 'write',
      tenants: input.tenants,
      templateId: input.template_id?.toLowerCase(),
      tools: input.tools,
      expiresAt: parseExpiry(input.expires_at, deps.clock.now()),
    };
    const { row, value } = await deps.db.transaction(async (db) => {
      // Inside the transaction, so that the error names a project that was deleted meanwhile.
      await requireProjectsOfTeam(db, teamId, projectIds);
      const added = await addApiKey(deps, db, draft);
      await deps.events.emitInTransaction(keyAction('created', added.row), scope, db);
      return added;
    });
    emit(apiKeyChanged('api_key.created', row.id));
    return { ...toApiKey(row, projectIds), api_key: value, mcp_url: `${deps.baseUrl}/api/v1/mcp` };
  },
});

export const listApiKeys = defineOperation({
  name: 'listApiKeys',
  summary: 'List API keys, of one team or of all',
  scope: 'admin',
  effect: 'read',
  access: 'own teams',
  input: Type.Object({ team_id: Type.Optional(Type.String()) }),
  output: Type.Object({ items: Type.Array(ApiKey) }),
  async run({ deps, scope }, { team_id }) {
    const all = await selectApiKeys(deps.db.reader, team_id);
    const rows = all.filter(({ teamId }) => isVisible(scope, teamId));
    const projectIds = await selectApiKeyProjects(
      deps.db.reader,
      rows.map((row) => row.id),
    );
    return { items: rows.map((row) => toApiKey(row, projectIds.get(row.id) ?? [])) };
  },
});

export const revokeApiKey = defineOperation({
  name: 'revokeApiKey',
  summary: 'Revoke an API key for good',
  scope: 'admin',
  effect: 'admin',
  access: ofKey,
  input: Type.Object({ id: Type.String() }),
  output: Type.Object({ id: Type.String() }),
  async run({ deps, scope, emit }, { id }) {
    await deps.db.transaction(async (db) => {
      const row = await selectApiKey(db, id);
      if (row === undefined || !(await deleteApiKey(db, id))) throw apiKeyNotFound();
      await deps.events.emitInTransaction(keyAction('revoked', row), scope, db);
    });
    emit(apiKeyChanged('api_key.revoked', id));
    return { id };
  },
});

export const regenerateApiKey = defineOperation({
  name: 'regenerateApiKey',
  summary: 'Give an API key a new value, shown once; the old value stops working at once',
  scope: 'admin',
  effect: 'admin',
  access: { ...ofKey, isSensitive: true },
  input: Type.Object({ id: Type.String() }),
  output: ApiKeyWithValue,
  async run({ deps, scope, emit }, { id }) {
    const { value, ...changed } = createApiKeyValue();
    const { row, projectIds } = await deps.db.transaction(async (db) => {
      const existing = await selectApiKey(db, id);
      if (existing === undefined) throw apiKeyNotFound();
      await updateApiKeyValue(db, id, changed);
      await deps.events.emitInTransaction(keyAction('regenerated', existing), scope, db);
      return { row: { ...existing, ...changed }, projectIds: await selectApiKeyProjects(db, [id]) };
    });
    emit(apiKeyChanged('api_key.regenerated', id));
    return {
      ...toApiKey(row, projectIds.get(id) ?? []),
      api_key: value,
      mcp_url: `${deps.baseUrl}/api/v1/mcp`,
    };
  },
});

function requireReach({ services }: Deps, input: Static<typeof CreateInput>): void {
  for (const slug of input.tenants ?? []) requireTenantSlug(slug);
  for (const name of input.tools ?? []) requireKnownName('tools', name, services.access.agentTools, TOOLS);
  if (input.template_id === undefined) return;
  if (!isUuid(input.template_id)) throw invalidField('template_id', 'is not the id of a template.');
  if (new Set(input.project_ids).size !== 1 || new Set(input.tenants).size !== 1)
    throw invalidField('template_id', 'needs one project and one tenant, to which the template belongs.');
}

async function requireProjectsOfTeam(db: Connection, teamId: string, ids: readonly string[]): Promise<void> {
  const known = new Set((await selectProjects(db, teamId)).map((project) => project.id));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined) throw invalidField('project_ids', `"${unknown}" is not a project of the team.`);
}
