import { expect } from 'bun:test';
import { createBackendKey } from '../../../src/features/access/index.ts';
import { perform } from '../../../src/platform/operation.ts';
import { type Answer, adminScope, smallContent, type TestApp } from '../../support/test-app.ts';

export const SERVER = '/api/v1/server';

export const toBasic = (id: string, secret: string) =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;

export const newTemplate = { name: 'Welcome', content: smallContent() };

interface Sent {
  authorization?: string;
  actor?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** The backend of the first project. */
export function serverClient(app: TestApp) {
  const basic = toBasic(app.first.client_id, app.first.client_secret);
  /** A request below `/api/v1/server`, with client ID and secret unless others are given. */
  const call = (method: string, path: string, sent: Sent = {}): Promise<Answer> => {
    const { authorization = basic, actor, body, headers } = sent;
    const all = {
      ...(authorization !== '' && { authorization }),
      ...(actor !== undefined && { 'x-galley-actor': actor }),
      ...headers,
    };
    return app.request(method, SERVER + path, { headers: all, ...(body !== undefined && { body }) });
  };
  return {
    basic,
    call,
    createKey: (input: object = {}) =>
      perform(createBackendKey, app.deps, adminScope, {
        project_id: app.first.project_id,
        name: 'Mailer',
        ...input,
      }),
    /** A tenant of its own, with a template made by its backend. */
    async openPlace(tenant: string, sent: Sent = {}) {
      await app.exchangeToken(tenant);
      const path = `/tenants/${encodeURIComponent(tenant)}`;
      const created = await call('POST', `${path}/templates`, { body: newTemplate, ...sent });
      expect(created.status).toBe(201);
      return { path, id: created.body.data.id as string };
    },
  };
}
