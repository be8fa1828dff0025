import type { AgentMode } from '../../platform/agent-modes.ts';
import { createSecret, sha256 } from '../../platform/crypto.ts';
import type { Deps } from '../../platform/deps.ts';
import { createId } from '../../platform/ids.ts';
import type { Connection } from '../../platform/ports/database.ts';
import { tooManyApiKeys } from './errors.ts';
import { type ApiKeyRow, insertApiKey } from './queries.ts';
import { storeList } from './stored-list.ts';

const MAX_API_KEYS_PER_TEAM = 10;

const PREFIX = 'gly_key_';

/** Characters of a key that lists show: the fixed prefix and four of 43 random ones. */
const SHOWN_CHARACTERS = PREFIX.length + 4;

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
  /** A value made elsewhere; left out: a new one is generated. */
  value?: string | undefined;
}

/** Adds an API key, inside a transaction. Only the hash of its value is stored. Throws `conflict` for the 11th. */
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

/** The value of a key, with the hash and the prefix that are stored. */
export function createApiKeyValue(value = createSecret(PREFIX)): {
  value: string;
  hash: Buffer;
  prefix: string;
} {
  return { value, hash: Buffer.from(sha256(value)), prefix: value.slice(0, SHOWN_CHARACTERS) };
}
