import { connect, tenantAccessOf } from '../../mcp/tool-client.ts';
import { signUser } from '../../support/signed-user.ts';
import type { TestApp } from '../../support/test-app.ts';

export const paragraph = (id: string, text: string) => ({ id, type: 'paragraph', content: `<p>${text}</p>` });
export const CONTENT = { blocks: [paragraph('first', 'One'), paragraph('second', 'Two')], settings: {} };
export const setText = (id: string, text: string) => ({
  op: 'update',
  id,
  fields: { content: `<p>${text}</p>` },
});

/** A tenant with a template, an agent that proposes with this key, and a person. */
export async function prepareTenant(app: TestApp, key: string, slug: string) {
  const tenant = await app.openTenant(slug);
  const template = (await tenant.request('POST', '/templates', { body: { name: 'T', content: CONTENT } }))
    .body.data.id as string;
  const agent = connect(app, 'modern', { ...tenantAccessOf(app), key, tenant: slug });
  const path = `/templates/${template}`;
  const person = signUser(app.first.signing_key);
  const decide = (id: string, what: string, body: object = {}) =>
    tenant.request('POST', `/proposals/${id}/${what}`, { body: { ...person, ...body } });
  return {
    ...{ tenant, template, agent, path, decide },
    propose: async (operations: object[], more: object = {}) =>
      (await agent.get('update-template', { template_id: template, operations, ...more }))
        .proposal_id as string,
    edit: (...operations: object[]) => tenant.request('PUT', path, { body: { operations } }),
    read: async () => (await tenant.request('GET', path)).body.data,
    texts: async () =>
      (await tenant.request('GET', path)).body.data.content.blocks.map(
        ({ content }: { content: string }) => content,
      ),
    states: async () =>
      (await agent.get('list-proposals')).items.map(({ state }: { state: string }) => state) as string[],
  };
}
