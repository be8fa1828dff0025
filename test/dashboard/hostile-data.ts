import { createApiKey } from '../../src/features/access/operations/api-keys.ts';
import { updateApiKeyClient } from '../../src/features/access/queries.ts';
import { addUsage } from '../../src/features/ai/usage-queries.ts';
import { DAY_MS } from '../../src/platform/clock.ts';
import { perform } from '../../src/platform/operation.ts';
import type { TenantScope } from '../../src/platform/scope.ts';
import { Passkey } from '../features/accounts/authenticator.ts';
import { Browser } from '../features/accounts/browser.ts';
import { openScope } from '../features/ai/asking.ts';
import { addClient, connectAgent } from '../features/grants/agent.ts';
import { drawPng, libraryOf } from '../features/media/library.ts';
import { adminScope, type TestApp } from '../support/test-app.ts';
import type { Dashboard } from './dashboard.ts';

/** Runs if a page shows it as HTML, or puts it into an attribute without escaping. */
const MARKUP = '"><img src=x onerror=hacked()>';

/** A stored text of this kind. Each kind is one place where people, agents or backends choose a text. */
export const hostile = (kind: string) => `${kind} ${MARKUP}`;

/** An expression in the page: the elements and attributes that only exist if a text was read as HTML. */
export const INJECTED = `[...document.querySelectorAll('[src=x], [onerror], script:not([src])')].map(
  ({ outerHTML }) => outerHTML,
)`;

const escaped = (text: string) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const contentOf = (kind: string) => ({
  blocks: [
    { id: 'text', type: 'paragraph', content: `<p>${escaped(hostile(kind))}</p>` },
    { id: 'image', type: 'image', src: 'https://pictures.example/a.png', alt: hostile('alt') },
    { id: 'button', type: 'button', text: escaped(hostile('button')), url: 'https://shop.example' },
  ],
  settings: { subject: hostile('subject'), preheaderText: hostile('preheader') },
});

export interface HostileData {
  operator: Browser;
  project: string;
  template: string;
  /** The query of a page on which an agent asks for access. */
  agentRequest: string;
}

/** Fills an app with a hostile text wherever a stored text is shown. */
export async function storeHostileTexts(dashboard: Dashboard): Promise<HostileData> {
  const { app } = dashboard;
  const { project_id: project, team_id: team } = app.first;
  const operator = await dashboard.addOperator({
    ...{ name: hostile('person'), email: 'anna@example.com', password: 'violet-harbor-cactus-91' },
  });
  const admin = async (method: string, path: string, body: object) => {
    const answer = await operator.send(method, `/api/v1/admin${path}`, { body });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer.body.data;
  };
  const template = await fillTenant(app);
  const comments = `/projects/${project}/tenants/default/templates/${template}/comments`;
  const { id: thread } = await admin('POST', comments, { body: hostile('comment'), block_id: 'text' });
  await admin('POST', comments, { body: hostile('reply'), parent_id: thread });
  const proposals = `/projects/${project}/tenants/default/templates/${template}/proposals`;
  const operations = [{ op: 'update', id: 'text', fields: { content: `<p>${hostile('proposed')}</p>` } }];
  const { proposal_id } = await admin('POST', proposals, { operations, note: hostile('proposal') });
  const content = { blocks: [{ type: 'paragraph', content: `<p>${hostile('proposed')}</p>` }] };
  const ofTenant = `/projects/${project}/tenants/default/proposals`;
  await admin('POST', `${ofTenant}/${proposal_id}/refuse`, { reason: hostile('refusal') });
  await admin('POST', ofTenant, { content, name: hostile('new template'), note: hostile('creation') });
  // So that the latest activity is about the template.
  const renamed = { name: `${hostile('template')} renamed` };
  await admin('PATCH', `/projects/${project}/tenants/default/templates/${template}`, renamed);
  await admin('PATCH', `/teams/${team}`, { name: hostile('team') });
  await admin('PATCH', `/projects/${project}`, { name: hostile('project') });
  await admin('PATCH', `/projects/${project}/tenants/default`, { name: hostile('tenant') });
  await admin('POST', `/projects/${project}/tenants`, { tenant: 'gone', name: hostile('deleted tenant') });
  await admin('DELETE', `/projects/${project}/tenants/gone`, {});
  await admin('PUT', `/projects/${project}/brand`, { brand: { company_name: hostile('company') } });
  await admin('PUT', `/projects/${project}/brand`, {
    ...{ tenant: 'default', brand: { company_name: hostile('company of the tenant') } },
  });
  await admin('POST', '/admin-tokens', { name: hostile('token') });
  await admin('POST', `/teams/${team}/invitations`, { role: 'viewer' });
  await inviteMember(app, operator, team);
  await addPasskey(app, operator);
  const clientId = await addAgents(app, operator, template);
  const agentRequest = String(new URLSearchParams(agentQuery(app, clientId)));
  app.deps.log.warn({ fact: hostile('fact') }, hostile('message'));
  return { operator, project, template, agentRequest };
}

/** A template with all that belongs to it, and a media library. */
async function fillTenant(app: TestApp): Promise<string> {
  const user = { id: 'u-1', name: hostile('user') };
  const tenant = await app.openTenant('default', { user });
  const send = async (method: string, path: string, body: object) => {
    const answer = await tenant.request(method, path, { body });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer.body.data;
  };
  const { id: folder_id } = await send('POST', '/template-folders', { name: hostile('folder') });
  const { id } = await send('POST', '/templates', {
    ...{ name: hostile('template'), content: contentOf('before'), tags: [hostile('tag')], folder_id },
  });
  await send('PUT', `/templates/${id}`, { content: contentOf('block') });
  await send('POST', `/templates/${id}/snapshots`, { label: hostile('snapshot') });
  await send('POST', '/saved-modules', {
    ...{ name: hostile('module'), content: contentOf('module').blocks },
  });
  const library = libraryOf(tenant);
  const mediaFolder = await library.createFolder(hostile('library'));
  const picture = await library.upload(drawPng(1), `${hostile('file')}.png`, { alt_text: hostile('alt') });
  await library.upload(drawPng(2), 'second.png', { folder_id: mediaFolder });
  await library.createTemplate(hostile('user of files'), picture.url);
  return id;
}

/** A member of the team, whose browser names itself, and who cannot be reached by anybody else. */
async function inviteMember(app: TestApp, operator: Browser, team: string): Promise<void> {
  const made = await operator.send('POST', `/api/v1/admin/teams/${team}/invitations`, {
    body: { role: 'editor', email: 'member@example.com' },
  });
  const token = new URL(made.body.data.url).hash.slice(1);
  const body = {
    token,
    name: hostile('member'),
    email: 'member@example.com',
    password: 'violet-harbor-cactus-91',
  };
  const answer = await new Browser(app).post('/link/password', body);
  if (answer.status !== 200) throw new Error(answer.text);
}

async function addPasskey(app: TestApp, operator: Browser): Promise<void> {
  const signIn = { email: 'anna@example.com', password: 'violet-harbor-cactus-91' };
  await new Browser(app).post('/sign-in', signIn, { 'user-agent': hostile('device') });
  const { options } = (await operator.post('/passkeys/options')).body;
  const response = new Passkey(operator.origin).register(options);
  const added = await operator.post('/passkeys', { response, name: hostile('passkey') });
  if (added.status >= 300) throw new Error(added.text);
}

const agentQuery = (app: TestApp, client_id: string) => ({
  ...{ client_id, redirect_uri: 'https://agent.example/callback', response_type: 'code' },
  resource: `${app.deps.baseUrl}/mcp/${app.first.project_id}/default`,
  ...{ code_challenge: 'x'.repeat(43), code_challenge_method: 'S256', scope: 'read write', state: 's' },
});

/** A key that expires soon, an agent that the operator has connected, calls of tools, and use of the language model. */
async function addAgents(app: TestApp, operator: Browser, template: string): Promise<string> {
  const { deps } = app;
  const now = deps.clock.now();
  const expires_at = new Date(now + 3 * DAY_MS).toISOString();
  const key = await perform(createApiKey, deps, adminScope, { name: hostile('key'), expires_at });
  await deps.db.transaction((db) => updateApiKeyClient(db, key.id, hostile('program')));
  const scope = await openScope(app, { kind: 'agent', id: key.id, name: hostile('key') });
  const call = { at: now, scope, client: { name: hostile('client'), version: '1' }, durationMs: 12 };
  const { recorder } = deps.services.audit;
  const change = { versionBefore: 1, versionAfter: 2, templateId: template, resultBytes: 4096 };
  await recorder.record({ ...call, ...change, tool: 'update-template', outcome: 'ok' }, { durable: true });
  await recorder.record({ ...call, tool: hostile('tool'), outcome: 'unknown_tool' }, { durable: true });
  await deps.db.transaction((db) => addUsage(db, [usageOf(scope, now)]));
  const clientId = await addClient(app, ['https://agent.example/callback'], hostile('agent'));
  await connectAgent(app, operator, { clientId });
  return clientId;
}

const usageOf = ({ tenant, projectId }: TenantScope, now: number) => ({
  ...{ day: Math.floor(now / DAY_MS), tenantId: tenant.id, projectId },
  ...{ actorKind: 'user', actorId: 'u-1', actorName: hostile('caller') },
  ...{ operation: 'generate', calls: 2, inputTokens: 300, outputTokens: 400 },
});
