import type { Static } from '@sinclair/typebox';
import type { initializeInstance } from '../features/instance/index.ts';
import { describeHttp, indent, quote } from '../platform/agents/agent-configurations.ts';
import { formatFields } from './output.ts';

type FirstRun = Static<(typeof initializeInstance)['output']>;

/** The output of the first run: credentials and how to use them. The secrets are shown only this once. */
export function describeFirstRun(first: FirstRun): string {
  const tokenUrl = `${first.base_url}/api/v1/auth/token`;
  const body = JSON.stringify({
    client_id: first.client_id,
    client_secret: first.client_secret,
    tenant: first.tenant,
  });
  const configuration = describeHttp({
    mcpUrl: `${first.base_url}/api/v1/mcp`,
    apiKey: first.api_key,
    projectId: first.project_id,
    tenant: first.tenant,
  });
  return `Galley is set up. Store these credentials safely: they are shown only this once.

${formatFields({
  'project id': first.project_id,
  tenant: first.tenant,
  'client id': first.client_id,
  'client secret': first.client_secret,
  'signing key': first.signing_key,
  'api key': first.api_key,
})}

Open this link to make your account for the dashboard. It works once, within an hour; "galley admin link" makes another:

  ${first.set_up_url}

Your backend exchanges the credentials for a 10-minute token of one tenant:

  curl -s ${tokenUrl} \\
    -H 'Content-Type: application/json' \\
    -d ${quote(body)}

The documentation is at ${first.base_url}/docs.

AI agents connect with the API key; add this to their MCP configuration:

${indent(configuration)}
`;
}
