import { Value } from '@sinclair/typebox/value';
import { signUser } from '../../support/signed-user.ts';
import { type Answer, smallContent, type TestApp } from '../../support/test-app.ts';
import type { Shapes } from './shapes.ts';

type Generation = 'old' | 'today';
export const GENERATIONS = ['old', 'today'] as const;

/** One thing in the names of both generations. */
export type Both<Value> = Record<Generation, Value>;

export const RECIPIENTS = ['ada@example.com'];

/** A page with an editor and a stored template, in a tenant of its own. */
export interface Page {
  app: TestApp;
  generation: Generation;
  /** The answer of the token exchange. */
  token: Answer['body'];
  templateId: string;
  /** The signed user, as the editor names its fields. */
  user: Record<string, string>;
  request(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
}

export async function openPage(app: TestApp, generation: Generation, content: unknown = smallContent()) {
  const user = signUser(app.first.signing_key as string, 'u-ada', 'Ada');
  const name = crypto.randomUUID();
  const tenant = await app.openTenant(name);
  const session = {
    user: { id: user.user_id, name: user.user_name },
    ...(generation === 'old'
      ? { test_email: { allowed_emails: RECIPIENTS } }
      : { testEmail: { allowedEmails: RECIPIENTS } }),
  };
  const { client_id, client_secret } = app.first;
  const credentials = { client_id, client_secret, tenant: name };
  const exchange = await app.request('POST', '/api/v1/auth/token', { body: { ...credentials, ...session } });
  const { body: token } = readWhole(exchange);
  const headers = { origin: 'https://app.example.com' };
  const created = await tenant.request('POST', '/templates', { body: { content, name: 'Letter' }, headers });
  const page: Page = {
    app,
    generation,
    token,
    templateId: created.body.data.id,
    user:
      generation === 'old'
        ? user
        : { userId: user.user_id, userName: user.user_name, userSignature: user.user_signature },
    request: async (method, path, body, more = {}) =>
      readWhole(
        await tenant.request(method, path.replace('{template}', created.body.data.id), {
          body,
          headers: { ...headers, ...more },
          token: token.token,
        }),
      ),
  };
  return page;
}

/** An answer with all its names, unlike `readOlderNames`. */
export function readWhole(answer: Answer): Answer {
  const isJson = answer.headers.get('content-type')?.startsWith('application/json');
  return { ...answer, body: isJson ? JSON.parse(answer.text) : undefined };
}

/** What is wrong with an answer for the editors of each generation; empty if all is there. */
export function findFaults(shapes: Shapes, answer: unknown): string[] {
  return GENERATIONS.flatMap((generation) =>
    [...Value.Errors(shapes[generation], answer)].map(
      ({ path, message }) => `${generation} ${path}: ${message}`,
    ),
  );
}

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** An answer without what differs each time: ids, dates and random addresses. */
export function mask(answer: unknown): unknown {
  const ids: string[] = [];
  const text = (JSON.stringify(answer) ?? 'null')
    .replace(UUID, (id) => {
      if (!ids.includes(id)) ids.push(id);
      return `id ${ids.indexOf(id)}`;
    })
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'date')
    .replace(/\/media\/[^/"]+\//g, '/media/random/');
  return JSON.parse(text);
}
