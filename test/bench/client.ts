import { sampleContent } from '../mail/model/sample-content.ts';
import { type PlannedRequest, SERIAL_MARK, toSerial } from './load-plan.ts';
import type { RunningServer } from './servers.ts';

/** The part of a server that requests need. */
type Answering = Pick<RunningServer, 'port'>;

/** Sends a planned request once and returns the parsed answer. Throws unless it succeeds. */
export async function sendOnce(server: Answering, request: PlannedRequest): Promise<unknown> {
  return JSON.parse(await fetchOnce(server, request));
}

/** Sends a planned request once and returns the answer's body. Throws unless it succeeds. */
export async function fetchOnce(
  server: Answering,
  { method, path, token, headers, body }: PlannedRequest,
): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`port ${server.port}: ${response.status} ${text}`);
  return text;
}

/** The exchange of the server's credentials for a token of `tenant`. */
export function tokenRequest(server: RunningServer, tenant: string): PlannedRequest {
  const body = JSON.stringify({ ...server.credentials, tenant });
  return { method: 'POST', path: '/api/v1/auth/token', body };
}

/** A tenant of a server with a token for it. */
export interface OpenTenant {
  token: string;
  /** Path of its templates. */
  templates: string;
}

export async function openTenant(server: RunningServer, tenant: string): Promise<OpenTenant> {
  const { token } = (await sendOnce(server, tokenRequest(server, tenant))) as { token: string };
  return { token, templates: `/api/v1/projects/${server.projectId}/tenants/${tenant}/templates` };
}

/** Bodies that write a realistic template of about `bytes`, each with a serial number inside. */
export function templateBodies(count: number, bytes: number): string[] {
  return Array.from({ length: count }, (_, seed) => {
    const content = sampleContent(seed, bytes);
    content.settings.preheaderText = `Issue ${SERIAL_MARK} of the journal`;
    return JSON.stringify({ content });
  });
}

/** Creates a template with each body; returns their ids. */
export async function createTemplates(
  server: RunningServer,
  tenant: OpenTenant,
  bodies: readonly string[],
): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, body] of bodies.entries()) {
    const created = (await sendOnce(server, {
      method: 'POST',
      path: tenant.templates,
      token: tenant.token,
      body: body.replace(SERIAL_MARK, toSerial(index)),
    })) as { data: { id: string } };
    ids.push(created.data.id);
  }
  return ids;
}
