import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { type DemoProject, openDemoProject } from '../features/projects/index.ts';
import type { Endpoint } from '../http/endpoints.ts';
import { isProxied } from '../http/own-name.ts';
import type { Deps } from '../platform/deps.ts';
import { DomainError, notFound } from '../platform/errors.ts';
import { createId } from '../platform/ids.ts';
import { urlOf } from '../platform/network/request-url.ts';
import { perform } from '../platform/operation.ts';
import { createAdminScope } from '../platform/scope.ts';
import { randomBytes } from '../platform/security/crypto.ts';
import { configureAgents } from './agent-key.ts';
import { writeDemoPage } from './page.ts';
import { EDITOR_BASE, EDITOR_HASHES } from './published-editor.ts';

interface DemoSettings {
  /** `local`: for this machine only; `public`: for everybody who reaches the server. */
  demo: 'off' | 'local' | 'public';
  /** Address the server listens on. */
  host: string;
  /** Folder with a copy of the published editor; empty: the browser loads it from a delivery network. */
  demo_editor: string;
}

/** Calls the service, as a customer's backend does over the network. */
type Handle = (request: Request) => Promise<Response>;

const LOCAL_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);
const OWN_EDITOR_BASE = '/demo/editor/';
const TENANT = 'demo';
const COOKIE = 'galley_demo';
const NAMES = ['Ada', 'Grace', 'Alan', 'Edsger', 'Barbara', 'Donald', 'Margaret', 'Niklaus'];

/**
 * The endpoints of the demo: a page with an editor and the backend behind it, as a customer would write them; none if it
 * is off. Throws `validation_failed` for a local demo on a server that other machines can reach, and for a folder without
 * the editor.
 */
export function createDemo(
  deps: Deps,
  { demo, host, demo_editor }: DemoSettings,
  handle: Handle,
): Endpoint[] {
  if (demo === 'off') return [];
  requireUsableDemo({ demo, host, demo_editor });
  // The demo sends test mails to their sender only.
  const sender = deps.services.testEmail.mailer?.sender;
  const recipients = sender === undefined ? [] : [sender];
  let project: Promise<DemoProject> | undefined;
  const openProject = () => {
    project ??= perform(openDemoProject, deps, createAdminScope('demo'), {});
    return project;
  };
  const guard = (answer: Handle) => async (request: Request) => {
    if (demo === 'local') requireLocal(request);
    return answer(request);
  };
  return [
    {
      path: '/demo',
      isPage: true,
      isForOwnPages: true,
      handle: guard(async (request) =>
        answerPage(request, {
          baseUrl: deps.baseUrl,
          base: demo_editor === '' ? EDITOR_BASE : OWN_EDITOR_BASE,
          offersKey: demo === 'local',
        }),
      ),
    },
    {
      path: `${OWN_EDITOR_BASE}*`,
      isForOwnPages: true,
      handle: guard((request) => answerEditorFile(request, demo_editor)),
    },
    {
      path: '/demo/token',
      isForOwnPages: true,
      handle: guard(async (request) => answerToken(request, await openProject(), handle, recipients)),
    },
    {
      path: '/demo/agents',
      isForOwnPages: true,
      handle: guard(async (request) => {
        // A key of a public demo would be a key for everybody.
        if (demo !== 'local') throw notFound('Page');
        return answerAgents(request, deps, openProject);
      }),
    },
  ];
}

function requireUsableDemo({ demo, host, demo_editor }: DemoSettings): void {
  if (demo === 'local' && !isLoopback(host)) {
    throw new DomainError(
      'validation_failed',
      `--demo is for this machine only, and the server listens on ${host}. Use --demo public if everybody may have it.`,
    );
  }
  if (demo_editor !== '' && !existsSync(join(demo_editor, 'editor.js'))) {
    throw new DomainError(
      'validation_failed',
      `--demo-editor must be a folder with a copy of the published editor: ${demo_editor} has no editor.js.`,
    );
  }
}

/** Serves the modules of the published editor from a folder; no other file of it. */
async function answerEditorFile(request: Request, folder: string): Promise<Response> {
  const name = urlOf(request).pathname.slice(OWN_EDITOR_BASE.length);
  if (folder === '' || !Object.hasOwn(EDITOR_HASHES, name)) throw notFound('File');
  const file = Bun.file(join(folder, name));
  if (!(await file.exists())) throw notFound('File');
  const headers = { 'content-type': 'text/javascript; charset=utf-8', 'x-content-type-options': 'nosniff' };
  return new Response(file, { headers });
}

interface PageOptions {
  baseUrl: string;
  /** Where the editor's modules are. */
  base: string;
  /** Whether the page can make a key for agents. */
  offersKey: boolean;
}

function answerPage(request: Request, { baseUrl, base, offersKey }: PageOptions): Response {
  const hosts = [urlOf(request).hostname, new URL(baseUrl).hostname];
  const nonce = Buffer.from(randomBytes(16)).toString('base64');
  const { html, headers } = writeDemoPage({ base, hosts, nonce, offersKey });
  return new Response(html, { headers });
}

/** The part of a customer's backend: it knows the user, asks Galley for a token, and passes the answer on. */
async function answerToken(
  request: Request,
  project: DemoProject,
  handle: Handle,
  recipients: readonly string[],
): Promise<Response> {
  requirePost(request);
  requireOwnPage(request);
  const id = readCookie(request) ?? createId();
  const answer = await handle(
    new Request('http://localhost/api/v1/auth/token', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        client_id: project.client_id,
        client_secret: project.client_secret,
        tenant: TENANT,
        user: { id, name: nameOf(id) },
        ...(recipients.length > 0 && { test_email: { allowed_emails: recipients } }),
      }),
    }),
  );
  const headers = {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'set-cookie': `${COOKIE}=${id}; Path=/demo; HttpOnly; SameSite=Strict`,
  };
  return new Response(await answer.text(), { status: answer.status, headers });
}

/** Configurations of agents, with a new key. */
async function answerAgents(
  request: Request,
  deps: Deps,
  openProject: () => Promise<DemoProject>,
): Promise<Response> {
  requirePost(request);
  requireOwnPage(request);
  const configurations = await configureAgents(deps, (await openProject()).project_id, TENANT);
  return Response.json({ configurations }, { headers: { 'cache-control': 'no-store' } });
}

/** Throws `forbidden` for foreign host names (DNS rebinding) and for requests through a proxy. */
function requireLocal(request: Request): void {
  const host = `http://${request.headers.get('host') ?? ''}`;
  const isLocal = URL.canParse(host) && LOCAL_NAMES.has(new URL(host).hostname);
  if (isLocal && !isProxied(request.headers)) return;
  throw new DomainError(
    'forbidden',
    'The demo is open to this machine only. Start Galley with --demo public to open it to everybody.',
  );
}

function requirePost({ method }: Request): void {
  if (method !== 'POST')
    throw new DomainError('method_not_allowed', 'Only POST is allowed here.', { facts: { allow: 'POST' } });
}

function requireOwnPage(request: Request): void {
  const origin = request.headers.get('origin');
  if (origin === null || (URL.canParse(origin) && new URL(origin).host === request.headers.get('host')))
    return;
  throw new DomainError('forbidden', 'Only the page of the demo gets its tokens.');
}

const COOKIE_VALUE = new RegExp(`(?:^|;\\s*)${COOKIE}=([0-9a-f-]{36})(?:;|$)`);

function readCookie(request: Request): string | undefined {
  return COOKIE_VALUE.exec(request.headers.get('cookie') ?? '')?.[1];
}

/** The same person has the same name. */
function nameOf(id: string): string {
  const sum = [...id].reduce((total, character) => total + (character.codePointAt(0) ?? 0), 0);
  return NAMES[sum % NAMES.length] as string;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
