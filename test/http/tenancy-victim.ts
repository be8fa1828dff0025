import type { TSchema } from '@sinclair/typebox';
import { sql } from 'drizzle-orm';
import type { SqliteRateLimits } from '../../src/drivers/sqlite/rate-limits.ts';
import { performAsAgent } from '../../src/features/access/index.ts';
import type { Route, UploadOptions } from '../../src/http/route.ts';
import { perform } from '../../src/platform/operation.ts';
import { drawPng, formOf } from '../features/media/library.ts';
import { processCount } from '../support/engine.ts';
import type { SeenRequest } from '../support/fake-provider.ts';
import type { SignedUser } from '../support/signed-user.ts';
import { type Answer, adminScope, smallContent, type TestApp } from '../support/test-app.ts';
import { FAULTY_TEXT, HARMLESS_FIELDS, SOURCES } from './harmless-input.ts';

/** Stands in everything the victim stores; must never be seen by anybody else. */
export const CANARY = 'CANARY-7f3a';

/** What one tenant has stored, by the name under which routes ask for it. */
export type Victim = Record<string, string>;

export interface TenantAccess {
  base: string;
  token: string;
  /** A user of the place’s project, whose signature is right there, as is that of the list of recipients. */
  user: SignedUser & { signature: string };
  /** What was said to the model there. */
  conversation: string;
}

/** The answer of the model to every request: no change for a mail that exists, some content for all other requests. */
export const answerOfModel = ({ text }: SeenRequest) => {
  const blocks = [{ type: 'paragraph', content: '<p>changed</p>' }];
  const made = { name: 'changed', subject: 'changed', settings: {}, blocks };
  const others = { text: 'changed', html: '<p>changed</p>', suggestions: ['One', 'Two', 'Three'] };
  const change = { reply: 'changed', touches: [], operations: [], ...others };
  return { text: JSON.stringify(text.includes('"touches"') ? change : { ...change, ...made }) };
};

/** Says something to the model about a template, and returns the conversation's id. */
export async function talkToModel(app: TestApp, base: string, token: string): Promise<string> {
  const content = smallContent(CANARY);
  const { body } = await app.request('POST', `${base}/templates`, { token, body: { content } });
  const path = `${base}/templates/${body.data.id}/ai`;
  await app.request('POST', `${path}/generate`, { token, body: { prompt: CANARY, content } });
  return (await app.request('GET', `${path}/conversation-messages`, { token })).body.conversation_id;
}

const PICTURE = drawPng(1);

/** What is fetched from elsewhere. Test files of one process share it, so that none of them may stop it. */
const web = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: answerWeb });
function answerWeb({ url }: Request): Response {
  const page = () => new Response('<p>changed</p>', { headers: { 'content-type': 'text/html' } });
  return url.endsWith('.html') ? page() : new Response(PICTURE);
}
web.unref();

/** Writes counts and times of uses that are stored a second after their requests, so that they change no later dump. */
export async function storeCounts({ deps: { rateLimits, services } }: TestApp): Promise<void> {
  if (processCount > 0) return;
  await (rateLimits as SqliteRateLimits).flush();
  await services.projects.usage.flush();
  await services.templates.uses.flush();
}

async function changeByAgent(app: TestApp, base: string, input: object): Promise<void> {
  const [, project_id = '', path = ''] = /projects\/([^/]+)\/tenants\/([^/]+)/.exec(base) ?? [];
  const place = { project_id, tenant: decodeURIComponent(path), agent: CANARY };
  await perform(performAsAgent, app.deps, adminScope, { ...place, operation: 'updateTemplate', input });
}

let folders = 0;

/** Fresh things of the victim, so that a route that deletes cannot spoil the next. */
export async function storeForVictim(
  app: TestApp,
  { base, token, user, conversation }: TenantAccess,
): Promise<Victim> {
  const send = (path: string, body: unknown) => app.request('POST', base + path, { token, body });
  const template = await send('/templates', { name: CANARY, content: smallContent(CANARY) });
  const template_id = template.body.data.id;
  await changeByAgent(app, base, { template_id, name: `${CANARY}, changed` });
  const snapshot = await send(`/templates/${template_id}/snapshots`, { label: CANARY });
  const { signature: _ofRecipients, ...author } = user;
  const said = { body: CANARY, block_id: 'b1', ...author };
  const comment = await send(`/templates/${template_id}/comments`, said);
  const propose = async (width: number): Promise<string> => {
    const operations = [{ op: 'update_settings', fields: { width } }];
    const body = { operations, note: CANARY, ...author };
    return (await send(`/templates/${template_id}/proposals`, body)).body.data.proposal_id;
  };
  const [proposal_id, others_proposal_id] = [await propose(650), await propose(660)];
  // Nobody accepts an own proposal.
  await app.deps.db.transaction((db) =>
    db.run(sql`UPDATE proposals SET author_id = 'somebody' WHERE id = ${others_proposal_id}`),
  );
  const module = await send('/saved-modules', { name: CANARY, content: smallContent(CANARY).blocks });
  const snapshot_id = snapshot.body.data.id;
  // A level has each name once.
  folders += 1;
  const parent = await send('/media/folders', { name: `${CANARY} ${folders}` });
  const folder = await send('/media/folders', { name: `${CANARY} ${folders}, too` });
  const deleted = await send('/templates', { name: CANARY, content: smallContent(CANARY) });
  const trash_id = deleted.body.data.id;
  await app.request('DELETE', `${base}/templates/${trash_id}`, { token });
  const templateParent = await send('/template-folders', { name: `${CANARY} ${folders}` });
  const templateFolder = await send('/template-folders', { name: `${CANARY} ${folders}, too` });
  const file = await send('/media/upload', formOf(PICTURE, `${CANARY}.png`));
  return {
    template_id,
    snapshot_id,
    from: snapshot_id,
    to: snapshot_id,
    diff_with: snapshot_id,
    channel_name: `presence-template.${template_id}`,
    comment_id: comment.body.data.id,
    proposal_id,
    others_proposal_id,
    module_id: module.body.data.id,
    conversation_id: conversation,
    folder_id: folder.body.data.id,
    parent_id: parent.body.data.id,
    template_folder_id: templateFolder.body.data.id,
    template_parent_id: templateParent.body.data.id,
    media_id: file.body.data.id,
    trash_id,
    uses_media: file.body.data.id,
    copy_of: template_id,
  };
}

export const nameOf = (route: Route) => `${route.method} ${route.path}`;
const readProperties = (route: Route): Record<string, TSchema> => route.operation.input.properties ?? {};

const isNewTemplate = ({ operation }: Route) =>
  ['createTemplate', 'proposeTemplate'].includes(operation.name);

/** Folders of templates have ids of their own, and proposals of others are accepted. */
const idOf = (route: Route, name: string, victim: Victim): string | undefined =>
  route.path.endsWith('/accept') && name === 'proposal_id'
    ? victim.others_proposal_id
    : route.path.includes('/template') || isNewTemplate(route)
      ? (victim[`template_${name}`] ?? victim[name])
      : victim[name];

/** The path below a tenant with its parameters filled in. */
function fillPath(route: Route, base: string, victim: Victim): string {
  const below = route.path.split('/:tenant')[1] ?? '';
  return (
    base +
    below.replace(/:(\w+)/g, (_, name: string) => {
      const id = idOf(route, name, victim);
      if (id === undefined) throw new Error(`${nameOf(route)}: say in storeForVictim what :${name} is`);
      return encodeURIComponent(id);
    })
  );
}

/** Valid input beside the path parameters. Every id in it is one of the victim's. */
export function fillInput(route: Route, victim: Victim, user: TenantAccess['user']): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(readProperties(route))) {
    if (route.path.includes(`/:${name}`)) continue;
    if (route.audience === 'backends' && schema['x-for-pages']) continue;
    if (name in user) input[name] = user[name as keyof TenantAccess['user']];
    else if (name === 'parent_id' && route.path.endsWith('/comments')) input[name] = undefined;
    else if (name === 'content' && route.path.endsWith('s/:module_id')) input[name] = undefined;
    // The new template is a copy.
    else if (name === 'content' && isNewTemplate(route)) input[name] = undefined;
    else if (name === 'content' && route.path.includes('/saved-modules')) input[name] = smallContent().blocks;
    // A saved module. The filters name the victim’s things, and ids do not go with them.
    else if (name === 'find') input[name] = victim.module_id;
    else if (name === 'template_ids' && 'find' in readProperties(route)) input[name] = undefined;
    // A built-in design belongs to no tenant.
    else if (name === 'starter' && route.method === 'GET') input[name] = 'welcome';
    else if (name === 'source') input[name] = SOURCES[route.path.split('/').at(-1) ?? ''];
    else if (name === 'url')
      input[name] = `http://127.0.0.1:${web.port}/${route.path.includes('/templates/') ? 'a.html' : 'a.png'}`;
    else if (name in victim) input[name] = idOf(route, name, victim);
    else if (name === 'content' && schema.type === 'string') input[name] = FAULTY_TEXT;
    else if (name in HARMLESS_FIELDS) input[name] = HARMLESS_FIELDS[name];
    else if (schema.type === 'array' && name.endsWith('ids')) input[name] = Object.values(victim);
    else
      throw new Error(`${nameOf(route)}: is the field "${name}" harmless, or does it name something stored?`);
  }
  return input;
}

/** `from`: whose token and signature it comes with; undefined: without a token. */
export function call(
  app: TestApp,
  route: Route,
  at: TenantAccess,
  victim: Victim,
  from: TenantAccess | undefined,
): Promise<Answer> {
  const { base } = at;
  const input = fillInput(route, victim, (from ?? at).user);
  const authorization = from === undefined ? {} : { token: from.token };
  const path = fillPath(route, base, victim);
  if (route.upload !== undefined)
    return app.request(route.method, path, { ...authorization, body: toForm(route.upload, input) });
  if (route.method !== 'GET') return app.request(route.method, path, { ...authorization, body: input });
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]));
  return app.request('GET', `${path}?${query}`, authorization);
}

function toForm({ fields: [field] }: UploadOptions, input: Record<string, unknown>): FormData {
  const texts = Object.entries(input).filter(([, value]) => typeof value === 'string');
  return formOf(PICTURE, 'changed.png', Object.fromEntries(texts) as Record<string, string>, field);
}
