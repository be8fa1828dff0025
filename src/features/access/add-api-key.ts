import type { AgentMode } from '../../platform/agents/agent-modes.ts';
import type { Deps } from '../../platform/deps.ts';
import { createId } from '../../platform/ids.ts';
import { storeList } from '../../platform/json/stored-list.ts';
import type { Connection } from '../../platform/ports/database.ts';
import { createKeyValue } from '../../platform/security/crypto.ts';
import { tooManyApiKeys } from './errors.ts';
import { type ApiKeyRow, insertApiKey } from './queries.ts';

const MAX_API_KEYS_PER_TEAM = 10;

const PREFIX = 'gly_key_';

interface ApiKeyDraft {
  teamId: string;
  name: string;
  /** undefined: all projects of the team. */
  projectIds: readonly string[] | undefined;
  /** Left out: `write`. */
  mode?: AgentMode;
  /** undefined: all of the projects. */
  tenants?: readonly string[] | undefined;
  /** undefined: all. */
  templateId?: string | undefined;
  /** Names; undefined: all. */
  tools?: readonly string[] | undefined;
  expiresAt: number | null;
  /** A value chosen by the caller. Left out: a new one is generated. */
  value?: string | undefined;
}

/**
 * Adds an API key, inside a transaction. Only the hash of its value is stored. Throws `conflict` if the team has too
 * many.
 */
export async function addApiKey(
  deps: Deps,
  db: Connection,
  draft: ApiKeyDraft,
): Promise<{ row: ApiKeyRow; value: string }> {
  const { value, ...hashed } = createApiKeyValue(draft.value);
  const row: ApiKeyRow = {
    id: createId(),
    teamId: draft.teamId,
    name: draft.name,
    ...hashed,
    allProjects: draft.projectIds === undefined,
    mode: draft.mode ?? 'write',
    tenants: storeList(draft.tenants),
    templateId: draft.templateId ?? null,
    tools: storeList(draft.tools),
    expiresAt: draft.expiresAt,
    lastUsedAt: null,
    lastUsedBy: null,
    createdAt: deps.clock.now(),
  };
  const isInserted = await insertApiKey(db, row, draft.projectIds ?? [], MAX_API_KEYS_PER_TEAM);
  if (!isInserted) throw tooManyApiKeys(MAX_API_KEYS_PER_TEAM);
  return { row, value };
}

/** Creates the value of an API key, or takes the given one. */
export const createApiKeyValue = (value?: string) => createKeyValue(PREFIX, value);
