import { expect } from 'bun:test';
import { checkIntegrity } from '../../../src/features/instance/index.ts';
import { perform } from '../../../src/platform/operation.ts';
import { adminScope, smallContent, type TestApp } from '../../support/test-app.ts';
import { drawPng, formOf } from '../media/library.ts';

/** A tenant of its own, and what tests of the trash do in it. */
export async function openTrash(app: TestApp, name: string, more: Parameters<TestApp['openTenant']>[1] = {}) {
  const tenant = await app.openTenant(name, more);
  const ok = async (method: string, path: string, body?: unknown) => {
    const answer = await tenant.request(method, path, body === undefined ? {} : { body });
    expect([path, answer.status < 300, answer.text]).toEqual([path, true, answer.text]);
    return answer.body?.data;
  };
  return {
    tenant,
    /** A request that has to succeed. */
    ok,
    create: async (title = 'Sale', text = 'Hello'): Promise<string> =>
      (await ok('POST', '/templates', { name: title, content: smallContent(text) })).id,
    listed: async (query = '') => ok('GET', `/trash${query}`),
    restore: (id: string, body: object = {}) => ok('POST', `/trash/${id}/restore`, body),
    upload: async (seed: number, folder_id?: string) =>
      ok('POST', '/media/upload', formOf(drawPng(seed), `p${seed}.png`, folder_id ? { folder_id } : {})),
    faults: async () => (await perform(checkIntegrity, app.deps, adminScope, {})).faults,
    config: async () => ok('GET', '/config'),
  };
}
