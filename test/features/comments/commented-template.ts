import { afterEach, beforeEach } from 'bun:test';
import { readRows } from '../../support/read-rows.ts';
import { type SignedUser, signUser } from '../../support/signed-user.ts';
import { type Answer, createTestApp, type TestApp } from '../../support/test-app.ts';

export let app: TestApp;
export let tenant: Awaited<ReturnType<TestApp['openTenant']>>;
/** A template with the blocks b1, b2 and in a section b3. */
export let id: string;
export let ada: SignedUser;
export let bob: SignedUser;

const contentOf = (ids: readonly string[], inner: readonly string[] = []) => ({
  blocks: [
    ...ids.map((block) => ({ id: block, type: 'paragraph', content: `<p>${block}</p>` })),
    ...(inner.length === 0
      ? []
      : [
          {
            id: 's1',
            type: 'section',
            columns: '1',
            children: [inner.map((block) => ({ id: block, type: 'title', content: block }))],
          },
        ]),
  ],
  settings: {},
});

/** A template to comment on, anew for each test of the file that calls this. */
export function useCommentedTemplate(): void {
  beforeEach(async () => {
    app = await createTestApp({ mcp_requests_per_minute: 1_000_000, mcp_requests_per_hour: 1_000_000 });
    tenant = await app.openTenant('default');
    id = await createTemplate();
    ada = signUser(app.first.signing_key);
    bob = signUser(app.first.signing_key, 'u-bob', 'Bob');
  });
  afterEach(() => app.stop());
}

export async function createTemplate(): Promise<string> {
  const body = { name: 'Spring', content: contentOf(['b1', 'b2'], ['b3']) };
  return (await tenant.request('POST', '/templates', { body })).body.data.id;
}

/** Of the template, however many there are of others. */
export const countComments = async (): Promise<number> =>
  (await readRows(app, `SELECT 1 FROM comments WHERE template_id = '${id}'`)).length;

export const saveBlocks = (ids: readonly string[], inner: readonly string[] = []) =>
  tenant.request('PUT', `/templates/${id}`, { body: { content: contentOf(ids, inner) } });

export const post = (body: object, path = '', user: object = ada): Promise<Answer> =>
  tenant.request('POST', `/templates/${id}/comments${path}`, { body: { ...body, ...user } });
export const put = (comment: string, body: object, user: object = ada): Promise<Answer> =>
  tenant.request('PUT', `/templates/${id}/comments/${comment}`, { body: { ...body, ...user } });
export const remove = (comment: string, user: object = ada): Promise<Answer> =>
  tenant.request('DELETE', `/templates/${id}/comments/${comment}`, { body: user });
export const resolve = (comment: string, body: object = {}, user: object = ada): Promise<Answer> =>
  post(body, `/${comment}/resolve`, user);
export const list = async (query = '') =>
  (await tenant.request('GET', `/templates/${id}/comments${query}`)).body;
/** A comment that has to be made; its id. */
export async function say(body: string, more: object = {}, user: object = ada): Promise<string> {
  const answer = await post({ body, ...more }, '', user);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.data.id;
}
