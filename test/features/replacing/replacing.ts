import { type Client, connect, tenantAccessOf } from '../../mcp/tool-client.ts';
import type { TestApp } from '../../support/test-app.ts';
import { openTenantForever } from '../access/signed-token.ts';

/** A tenant and an agent of it. */
export async function openReplacing(app: TestApp, slug: string) {
  const tenant = await openTenantForever(app, slug);
  return { tenant, agent: connect(app, 'modern', { ...tenantAccessOf(app), tenant: slug }) };
}

/** Returns the id of the template. */
export const create = async (agent: Client, name: string, blocks: object[], settings = {}): Promise<string> =>
  (await agent.get('create-template', { name, content: { blocks, settings } })).id;

export const read = (agent: Client, template_id: string) => agent.get('get-template', { template_id });
