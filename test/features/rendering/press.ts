import { spyOn } from 'bun:test';
import type { AppOverrides } from '../../../src/app.ts';
import type { Settings } from '../../../src/config/index.ts';
import type { RenderPools } from '../../../src/features/rendering/feature.ts';
import { type Answer, createTestApp, type TestApp } from '../../support/test-app.ts';

/** Longest a test may take: a guard against hanging where workers start slowly, not an expectation. */
export const GUARD_MS = 120_000;

/** Where mails say the service is. */
export const BASE_URL = 'https://mail.example';

export type Press = Awaited<ReturnType<typeof openPress>>;

/** An application with the tenant `acme`, and how often its workers were given something to do. */
export async function openPress(settings: Partial<Settings> = {}, overrides: AppOverrides = {}) {
  const app = await createTestApp({ base_url: BASE_URL, ...settings }, overrides);
  return pressOf(app);
}

/** Like `openPress`, with the workers of `pools`, which the caller closes: starting a worker takes half a second. */
export async function openPressWith(pools: RenderPools, settings: Partial<Settings> = {}) {
  const app = await createTestApp({ base_url: BASE_URL, ...settings });
  app.deps.services.rendering.pools = pools;
  return pressOf(app);
}

async function pressOf(app: TestApp) {
  const tenant = await app.openTenant('acme');
  return { app, tenant, ...countJobs(app), ...mailsOf(tenant), fetchImage: imagesOf(app) };
}

type Tenant = Pick<Awaited<ReturnType<TestApp['openTenant']>>, 'request'>;

/** What the workers of an application were given from now on. */
export function countJobs({ deps }: Pick<TestApp, 'deps'>) {
  const { mails, images } = deps.services.rendering.pools;
  const rendered = spyOn(mails, 'run').mock.calls;
  const drawn = spyOn(images, 'run').mock.calls;
  // Spies on shared pools have calls from before.
  const [renderedBefore, drawnBefore] = [rendered.length, drawn.length];
  return { jobs: () => rendered.length - renderedBefore, drawings: () => drawn.length - drawnBefore };
}

/** Storing and exporting as a tenant. */
export function mailsOf({ request }: Tenant) {
  const create = async (content: unknown, name?: string): Promise<string> => {
    const { status, body, text } = await request('POST', '/templates', { body: { content, name } });
    if (status !== 201) throw new Error(`not created: ${text.slice(0, 500)}`);
    return body.data.id;
  };
  const sendExport = (id: string, body?: unknown): Promise<Answer> =>
    request('POST', `/templates/${id}/export`, { body });
  const render = (body: unknown): Promise<Answer> => request('POST', '/render', { body });
  /** An export that has to succeed. */
  const exportMail = async (id: string, body?: unknown): Promise<Mail> =>
    readMail(await sendExport(id, body));
  return { create, sendExport, exportMail, render };
}

/** What an export answers with. */
export interface Mail {
  html: string;
  mjml: string;
  plain_text: string;
  html_bytes: number;
  warnings: { code: string; message: string; block_id?: string }[];
}

export function readMail({ status, body, text }: Answer): Mail {
  if (status !== 200) throw new Error(`no mail: ${status} ${text.slice(0, 500)}`);
  return body.data;
}

/** Fetches a picture without a token, by its address or by the path below that of the pictures. */
function imagesOf({ http }: Pick<TestApp, 'http'>) {
  return (address: string, init: RequestInit = {}): Promise<Response> => {
    const path = address.startsWith('http') ? new URL(address).pathname : `/api/v1/images/${address}`;
    return http.handle(new Request(`http://localhost${path}`, init)) as Promise<Response>;
  };
}

/** Addresses of all pictures in a mail, each once. */
export function imagesIn({ html }: Pick<Mail, 'html'>): string[] {
  const sources = [...html.matchAll(/<img\b[^>]*?\ssrc="([^"]*)"/g)].map(([, url = '']) => url);
  return [...new Set(sources)];
}

/** The one picture of a mail that the service draws. */
export function ownImageIn(mail: Pick<Mail, 'html'>, kind: 'social' | 'countdown' | 'poster'): string {
  const url = imagesIn(mail).find((each) => each.startsWith(`${BASE_URL}/api/v1/images/${kind}/`));
  if (url === undefined) throw new Error(`no ${kind} in the mail`);
  return url;
}

export const contentOf = (...blocks: object[]) => ({ blocks, settings: {} });

export const paragraph = (content: string, id = 'p1') => ({ id, type: 'paragraph', content });

export const button = (url: string) => ({ id: 'b1', type: 'button', text: 'Go', url });

export const countdown = (fields: object = {}) => ({
  id: 'c1',
  type: 'countdown',
  targetDate: '2026-12-24T18:00:00',
  ...fields,
});

export const video = (thumbnailUrl: string) => ({
  id: 'v1',
  type: 'video',
  url: 'https://video.example/1',
  thumbnailUrl,
});
