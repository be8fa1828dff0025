import { type Static, Type } from '@sinclair/typebox';
import type { AgentMode } from '../../platform/agents/agent-modes.ts';
import type { Deps } from '../../platform/deps.ts';
import { invalidField } from '../../platform/errors.ts';
import type { AdminScope } from '../../platform/scope.ts';
import { type AccessRule, roleIn } from '../../platform/security/admin-access.ts';
import { toolServerUnavailable } from '../access/index.ts';
import {
  type ProjectRow,
  planOfTenant,
  requireNotSuspended,
  selectProject,
  selectTenant,
  suspensionOf,
  type TenantRow,
} from '../projects/index.ts';
import { placeOfResource } from './addresses.ts';
import type { OAuthClient } from './clients.ts';
import { foreignRedirect, placeNotFound, signInNeeded } from './errors.ts';
import { highestMode, modesUpTo, requestedMode } from './modes.ts';
import { isRegistered } from './redirect-uris.ts';

const parameter = (maxLength: number) => Type.Optional(Type.String({ maxLength }));

/** The parameters with which an agent sends a person to the page that asks for consent. */
export const ConnectionRequest = Type.Object({
  client_id: Type.String({ maxLength: 2000 }),
  redirect_uri: Type.String({ maxLength: 2000 }),
  resource: Type.String({
    maxLength: 2000,
    description: 'The address of the tool server that the agent wants to use.',
  }),
  response_type: parameter(100),
  code_challenge: parameter(200),
  code_challenge_method: parameter(100),
  scope: parameter(1000),
  state: parameter(4000),
});
type Input = Static<typeof ConnectionRequest>;

/** Everybody in the team of the project; the mode is limited by the role. */
export const ofResource: AccessRule<{ resource: string }> = {
  role: 'viewer',
  notFound: placeNotFound,
  teamOf: async (deps, { resource }) => {
    const place = placeOfResource(deps, resource);
    return place && (await selectProject(deps.db.reader, place.projectId))?.teamId;
  },
};

/** A request that may be shown to the person. */
interface CheckedRequest {
  client: OAuthClient;
  project: ProjectRow;
  tenant: TenantRow;
  personId: string;
  redirectUri: string;
  challenge: string;
  state: string | undefined;
  /** The effects that the person may allow. */
  modes: AgentMode[];
}

/** Checks a request of a client to a person. Nothing is sent to the client before its address is known to be its own. */
export async function checkRequest(deps: Deps, scope: AdminScope, input: Input): Promise<CheckedRequest> {
  const personId = scope.access?.account?.id;
  if (personId === undefined) throw signInNeeded();
  const { isOn } = deps.services.grants;
  const place = isOn() ? placeOfResource(deps, input.resource) : undefined;
  const { reader } = deps.db;
  const project = place && (await selectProject(reader, place.projectId));
  const role = project && roleIn(scope, project.teamId);
  const tenant = project && (await selectTenant(reader, project.id, place?.tenant ?? ''));
  if (project === undefined || role === undefined || tenant === undefined) throw placeNotFound();
  requireNotSuspended(suspensionOf(project, tenant), 'read');
  if (!planOfTenant(deps, project, tenant).features.mcp_server) throw toolServerUnavailable();
  const client = await deps.services.grants.clients.find(input.client_id, personId);
  if (!isRegistered(input.redirect_uri, client.redirectUris)) throw foreignRedirect();
  const challenge = requireChallenge(input);
  const modes = modesUpTo(requestedMode(input.scope), highestMode(role));
  const { redirect_uri: redirectUri, state } = input;
  return { client, project, tenant, personId, redirectUri, challenge, state, modes };
}

function requireChallenge({ response_type, code_challenge, code_challenge_method }: Input): string {
  if (response_type !== 'code') throw invalidField('response_type', 'must be "code".');
  if (code_challenge_method !== 'S256') throw invalidField('code_challenge_method', 'must be "S256".');
  if (!/^[\w-]{43}$/.test(code_challenge ?? ''))
    throw invalidField('code_challenge', 'must be a SHA-256 in base64url (PKCE).');
  return code_challenge as string;
}
