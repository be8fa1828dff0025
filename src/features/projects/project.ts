import { type Static, Type } from '@sinclair/typebox';
import type { Deps } from '../../platform/deps.ts';
import { createId } from '../../platform/ids.ts';
import type { Connection } from '../../platform/ports/database.ts';
import { createSecret, sha256 } from '../../platform/security/crypto.ts';
import { foldName } from '../../platform/text/names.ts';
import { projectNameTaken, projectNotFound, teamNotFound } from './errors.ts';
import {
  insertClientSecret,
  insertProject,
  insertTeam,
  type ProjectRow,
  selectProject,
  selectTeams,
  type TeamRow,
} from './queries.ts';

export const CLIENT_SECRET_PREFIX = 'gly_cs_';

export const createSigningKey = () => createSecret('gly_sig_');

const VISIBLE_ASCII = '^[\\x21-\\x7e]+$';
const EXPECTED_ASCII = 'visible ASCII characters without spaces';

/** The project with this id. Throws `not_found`. */
export async function requireProject(db: Connection, id: string): Promise<ProjectRow> {
  const project = await selectProject(db, id);
  if (project === undefined) throw projectNotFound();
  return project;
}

/**
 * A secret that somebody else has made. Visible ASCII, so that headers and shells carry it, and so long that an
 * unsalted hash protects it.
 */
export const SuppliedSecret = Type.String({
  minLength: 32,
  maxLength: 512,
  pattern: VISIBLE_ASCII,
  'x-expected': EXPECTED_ASCII,
});

/** Credentials that an automation has made. Missing ones are generated. */
export const SuppliedCredentials = Type.Object({
  project_id: Type.Optional(
    Type.String({
      pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
      'x-expected': 'a UUID in lower case',
      description: 'A UUID, lower case.',
    }),
  ),
  client_id: Type.Optional(
    Type.String({ minLength: 8, maxLength: 128, pattern: VISIBLE_ASCII, 'x-expected': EXPECTED_ASCII }),
  ),
  client_secret: Type.Optional(SuppliedSecret),
  signing_key: Type.Optional(SuppliedSecret),
});

interface ProjectDraft extends Static<typeof SuppliedCredentials> {
  teamId: string;
  name: string;
  plan: string;
}

/** Adds a team, inside a transaction. */
export async function addTeam(deps: Deps, db: Connection, name: string): Promise<TeamRow> {
  const row = { id: createId(), name, createdAt: deps.clock.now() };
  await insertTeam(db, row);
  return row;
}

/**
 * Adds a project with its first client secret, inside a transaction. Only the hash of the secret is stored.
 * Throws `conflict` if the team has a project of that name.
 */
export async function addProject(
  deps: Deps,
  db: Connection,
  draft: ProjectDraft,
): Promise<{ row: ProjectRow; clientSecret: string }> {
  const clientSecret = draft.client_secret ?? createSecret(CLIENT_SECRET_PREFIX);
  const row: ProjectRow = {
    id: draft.project_id ?? createId(),
    teamId: draft.teamId,
    name: draft.name,
    nameFolded: foldName(draft.name),
    plan: draft.plan,
    clientId: draft.client_id ?? createSecret('gly_ci_', 16),
    signingKey: draft.signing_key ?? createSigningKey(),
    brand: null,
    suspended: null,
    createdAt: deps.clock.now(),
  };
  if (!(await insertProject(db, row))) throw projectNameTaken(draft.name);
  await insertClientSecret(db, toSecretRow(row.id, clientSecret, row.createdAt));
  return { row, clientSecret };
}

/** The row of a client secret: its hash, without an expiry. */
export function toSecretRow(projectId: string, secret: string, now: number) {
  return { id: createId(), projectId, hash: Buffer.from(sha256(secret)), expiresAt: null, createdAt: now };
}

/** The id of the requested team, by default the first one. Throws `not_found`. */
export async function findTeamId(deps: Deps, wanted: string | undefined): Promise<string> {
  const teams = await selectTeams(deps.db.reader);
  const team = wanted === undefined ? teams[0] : teams.find((candidate) => candidate.id === wanted);
  if (team === undefined) throw teamNotFound();
  return team.id;
}
