import type { TestApp } from '../../support/test-app.ts';

export type Tenant = Awaited<ReturnType<TestApp['openTenant']>>;

export const BLOCKS = [{ id: 'b1', type: 'paragraph', content: '<p>Hello</p>' }];

/** Requests about saved modules, by the tenant that is named last, else by that of `getTenant`. */
export function moduleRequests(getTenant: () => Tenant) {
  const post = (body: object, by = getTenant()) => by.request('POST', '/saved-modules', { body });
  const list = async (query = '', by = getTenant()) =>
    (await by.request('GET', `/saved-modules${query}`)).body.data;
  return {
    post,
    put: (id: string, body: object, by = getTenant()) => by.request('PUT', `/saved-modules/${id}`, { body }),
    remove: (id: string, by = getTenant()) => by.request('DELETE', `/saved-modules/${id}`),
    list,
    namesOf: async (query = '') => (await list(query)).map((one: { name: string }) => one.name),
    async save(name: string, more: object = {}, by = getTenant()): Promise<string> {
      const answer = await post({ name, content: BLOCKS, ...more }, by);
      if (answer.status !== 201) throw new Error(answer.text);
      return answer.body.data.id;
    },
  };
}
