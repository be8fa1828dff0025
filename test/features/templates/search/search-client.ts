import { expect } from 'bun:test';
import type { SignedUser } from '../../../support/signed-user.ts';
import type { TestApp } from '../../../support/test-app.ts';

type Tenant = Awaited<ReturnType<TestApp['openTenant']>>;

export const paragraph = (id: string, content: string) => ({ id, type: 'paragraph', content });

export async function create(
  tenant: Tenant,
  name: string | null,
  blocks: unknown[] = [],
  settings = {},
): Promise<string> {
  const { status, body } = await tenant.request('POST', '/templates', {
    body: { name, content: { blocks, settings } },
  });
  expect(status).toBe(201);
  return body.data.id;
}

export async function say(tenant: Tenant, user: SignedUser, template: string, body: object): Promise<string> {
  const answer = await tenant.request('POST', `/templates/${template}/comments`, {
    body: { ...user, ...body },
  });
  expect(answer.status).toBe(201);
  return answer.body.data.id;
}

export async function search(tenant: Tenant, text: string, more: Record<string, string> = {}) {
  const { status, body } = await tenant.request(
    'GET',
    `/templates?${new URLSearchParams({ search: text, ...more })}`,
  );
  expect(status, text).toBe(200);
  return body;
}

/** Searches until all is indexed: on a busy machine a search does not wait for so much. */
export async function waitForIndex(tenant: Tenant, text: string): Promise<void> {
  while ((await search(tenant, text)).meta.search_incomplete === true) await Bun.sleep(10);
}

// biome-ignore lint/suspicious/noExplicitAny: the answer is read as it is
export const idsOf = (page: any): string[] => page.data.map((item: any) => item.id);

export const findIds = async (tenant: Tenant, text: string) => idsOf(await search(tenant, text));
