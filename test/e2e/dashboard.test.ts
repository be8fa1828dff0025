import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'puppeteer-core';
import { findFreePort } from '../../scripts/free-port.ts';
import { ACCOUNT } from '../../src/dashboard/texts/account.ts';
import { AGENTS } from '../../src/dashboard/texts/agents.ts';
import { KEYS } from '../../src/dashboard/texts/keys.ts';
import { LINK } from '../../src/dashboard/texts/link.ts';
import { PAGE_TITLES } from '../../src/dashboard/texts/page-titles.ts';
import { PROJECT } from '../../src/dashboard/texts/project.ts';
import { PROJECTS } from '../../src/dashboard/texts/projects.ts';
import { SHARED } from '../../src/dashboard/texts/shared.ts';
import { ROLES, TEAM } from '../../src/dashboard/texts/team.ts';
import { TEMPLATE } from '../../src/dashboard/texts/template.ts';
import { TENANTS } from '../../src/dashboard/texts/tenants.ts';
import { callTool, FLAVOURS, type Flavour, type McpClient } from '../binary/mcp-clients.ts';
import {
  createTestDirectory,
  GUARD_MS,
  openTenant,
  type Server,
  startServer,
  type TestDirectory,
} from '../binary/support.ts';
import { describeInBrowser, openBrowserContext } from '../browser/browser.ts';
import { clickButton, seeText, settle, type } from '../dashboard/dashboard.ts';
import { addPasskeyDevice } from '../dashboard/sign-in-devices.ts';
import { codeOf } from '../features/accounts/totp.ts';

const PASSWORD = 'violet-harbor-cactus-91';

/** The steps build on each other: each is what the people do after the one before. */
describeInBrowser('the whole story of the dashboard', () => {
  setDefaultTimeout(GUARD_MS);
  let place: TestDirectory;
  let provider: Bun.Subprocess<'ignore', 'pipe', 'ignore'>;
  let server: Server;
  let origin: string;
  const contexts: BrowserContext[] = [];
  /** The operator's page, and that of a colleague. */
  let anna: Page;
  let vera: Page;
  let project: string;
  let agent: McpClient;
  let template: string;
  let secret: string;

  beforeAll(async () => {
    const port = findFreePort();
    origin = `http://localhost:${port}`;
    const callback = `${origin}/api/v1/account/single-sign-on/callback`;
    const script = join(import.meta.dir, '../features/accounts/provider.mjs');
    provider = Bun.spawn(['node', script, callback], { stdin: 'ignore', stdout: 'pipe', stderr: 'ignore' });
    const { value } = await provider.stdout.getReader().read();
    place = createTestDirectory();
    server = await startServer(place, ['--port', String(port)], {
      GALLEY_FETCH_PRIVATE: '127.0.0.1',
      GALLEY_OIDC_ISSUER: new TextDecoder().decode(value).trim(),
      GALLEY_OIDC_CLIENT_ID: 'galley',
      GALLEY_OIDC_CLIENT_SECRET: 'secret-of-the-client',
      GALLEY_OIDC_NAME: 'Example',
      GALLEY_OIDC_DOMAINS: 'example.com',
    });
    anna = await openBrowser();
    vera = await openBrowser();
  });
  afterAll(async () => {
    await agent?.close();
    for (const context of contexts) await context.close();
    await server?.stop();
    provider?.kill();
    place?.remove();
  });

  /** A browser of its own, with no page opened yet. */
  async function openBrowser(): Promise<Page> {
    const context = await openBrowserContext();
    contexts.push(context);
    const page = await context.newPage();
    await page.setViewport({ width: 1280, height: 820 });
    await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
    return page;
  }

  async function go(page: Page, path: string): Promise<void> {
    await page.goto(`${origin}/dashboard${path}`, { waitUntil: 'load' });
    await settle(page);
  }

  const seePath = (page: Page, path: string) =>
    page.waitForFunction(`location.pathname.replace(/\\/$/, '') === '${path}'`);

  /** The text of the first element with this selector. */
  async function textOf(page: Page, selector: string): Promise<string> {
    await page.waitForSelector(selector);
    return String(await page.evaluate(`document.querySelector(${JSON.stringify(selector)}).textContent`));
  }

  const confirm = (page: Page) => page.locator('[role=dialog] button[type=submit]').click();

  const templatePath = (tab: string) => `/projects/${project}/tenants/acme/templates/${template}?tab=${tab}`;

  test('the set-up link of the first run makes the operator, with a passkey', async () => {
    const [link = ''] = /http:\S+\/dashboard\/link#\S+/.exec(server.stdout()) ?? [];
    await addPasskeyDevice(anna);
    await anna.goto(link, { waitUntil: 'load' });
    await type(anna, LINK.name, 'Anna');
    await type(anna, LINK.email, 'anna@example.com');
    await clickButton(anna, LINK.createPasskey);
    await seePath(anna, '/dashboard');
    await seeText(anna, 'anna@example.com');
  });

  test('the operator signs in with the passkey, also at an IP address of this machine, which leads to its name', async () => {
    const { port } = new URL(origin);
    await anna.locator('aria/Your account: Anna anna@example.com').click();
    expect(await textOf(anna, '[role=menu] a[href="/docs"]')).toBe('Documentation');
    await clickButton(anna, 'Sign out', 'menuitem');
    await seePath(anna, '/dashboard/sign-in');
    await anna.goto(`http://127.0.0.1:${port}/`, { waitUntil: 'load' });
    expect(new URL(anna.url()).origin).toBe(origin);
    await clickButton(anna, 'Sign in with a passkey');
    await seeText(anna, 'anna@example.com');
    await anna.goto(`http://127.0.0.1:${port}/dashboard/account`, { waitUntil: 'load' });
    await seeText(anna, ACCOUNT.passkeys.title);
  });

  test('the pictures of a starter are those of this server, also if it was made at the IP address', async () => {
    const read = (name: string) => new RegExp(`^ *${name} +(\\S+)$`, 'm').exec(server.stdout())?.[1] ?? '';
    const credentials = { client_id: read('client id'), client_secret: read('client secret') };
    const tenant = await openTenant(server.url, credentials);
    const made = await tenant.call('POST', '/templates', { body: { starter: 'welcome' } });
    const { id, content } = made.body.data;
    expect(JSON.stringify(content)).toContain(`${origin}/api/v1/images/drawing/`);
    const moved = JSON.parse(
      JSON.stringify(content).replaceAll(origin, origin.replace('localhost', '127.0.0.1')),
    );
    const other = await tenant.call('POST', '/templates', { body: { name: 'Moved', content: moved } });
    for (const template of [id, other.body.data.id]) {
      await go(anna, `/projects/${read('project id')}/tenants/default/templates/${template}?tab=preview`);
      const frame = await (await anna.waitForSelector('iframe[title]'))?.contentFrame();
      await frame?.waitForFunction(
        'document.images.length > 0 && [...document.images].every(({ complete, naturalWidth }) => complete && naturalWidth > 0)',
      );
      expect(await anna.evaluate('document.body.innerText')).not.toContain(SHARED.mail.remoteImages);
    }
  });

  test('a colleague is invited, joins with a password, and gets another role', async () => {
    await go(anna, '/team');
    await clickButton(anna, TEAM.invite);
    await clickButton(anna, TEAM.makeLink);
    const link = await textOf(anna, '[role=dialog] code');
    await clickButton(anna, TEAM.done);
    await vera.goto(link, { waitUntil: 'load' });
    await clickButton(vera, LINK.methods.password, 'tab');
    await type(vera, LINK.name, 'Vera');
    await type(vera, LINK.email, 'vera@example.com');
    await type(vera, LINK.password, PASSWORD);
    await vera.keyboard.press('Enter');
    await seePath(vera, '/dashboard');
    await go(anna, '/team');
    await seeText(anna, 'vera@example.com');
    await clickButton(anna, 'More actions');
    await clickButton(anna, TEAM.setRole(ROLES.reviewer), 'menuitem');
    await seeText(anna, TEAM.roleSet);
  });

  test('a project is created, with a tenant and a key, and an agent connects while the page waits', async () => {
    await go(anna, '/projects');
    await clickButton(anna, PROJECTS.create);
    await type(anna, PROJECTS.name, 'Web shop');
    await anna.keyboard.press('Enter');
    await seeText(anna, PROJECTS.createdTitle);
    await clickButton(anna, PROJECTS.open, 'link');
    await seeText(anna, PROJECT.credentials);
    project = new URL(anna.url()).pathname.split('/').at(-1) as string;
    await clickButton(anna, PAGE_TITLES.tenants, 'link');
    await clickButton(anna, TENANTS.create);
    await type(anna, TENANTS.tenant, 'acme');
    await anna.keyboard.press('Enter');
    await seeText(anna, TENANTS.done);
    await clickButton(anna, PAGE_TITLES.keys, 'link');
    await clickButton(anna, KEYS.create);
    await type(anna, KEYS.name, 'Claude');
    await anna.keyboard.press('Enter');
    await seeText(anna, KEYS.waiting);
    const headers = {
      Authorization: `Bearer ${await textOf(anna, '[role=dialog] code')}`,
      'X-Project-Id': project,
      'X-Tenant': 'acme',
    };
    agent = (await (FLAVOURS[0] as Flavour).connect({ url: `${origin}/api/v1/mcp`, headers })).client;
    await seeText(anna, KEYS.connected);
  });

  test('what the agent does is seen as it happens', async () => {
    await go(anna, `/projects/${project}/agents`);
    const blocks = [{ id: 'text', type: 'paragraph', content: '<p>One old word</p>' }];
    const made = await callTool(agent, 'create-template', { name: 'Spring', content: { blocks } });
    template = made.data.id;
    const operations = [{ op: 'update', id: 'text', fields: { content: '<p>One new word</p>' } }];
    await callTool(agent, 'update-template', { template_id: template, operations });
    await seeText(anna, 'create-template');
    await seeText(anna, 'update-template');
    await clickButton(anna, 'More actions');
    await clickButton(anna, AGENTS.showChange, 'menuitem');
    expect(await textOf(anna, '[role=dialog] ins')).toBe('new');
  });

  test('the template is shown as a mail, compared with the version before, and restored', async () => {
    await go(anna, templatePath('preview'));
    const frame = await (await anna.waitForSelector('iframe'))?.contentFrame();
    await frame?.waitForFunction(`document.body?.innerText.includes('One new word')`);
    await clickButton(anna, TEMPLATE.history.tab, 'tab');
    await anna.locator('ol li:last-child button').click();
    await seeText(anna, TEMPLATE.history.changes);
    expect([await textOf(anna, 'main del'), await textOf(anna, 'main ins')]).toEqual(['old', 'new']);
    await clickButton(anna, TEMPLATE.history.restore);
    await confirm(anna);
    await seeText(anna, TEMPLATE.history.restored);
    const { text } = await callTool(agent, 'get-template', { template_id: template });
    expect(text).toContain('One old word');
  });

  test('the colleague comments, and is offered nothing else', async () => {
    await go(vera, templatePath('comments'));
    await type(vera, TEMPLATE.comments.write, 'Which word is it?');
    await clickButton(vera, TEMPLATE.comments.send);
    await seeText(vera, 'Which word is it?');
    await clickButton(vera, TEMPLATE.history.tab, 'tab');
    await vera.locator('ol li:last-child button').click();
    await seeText(vera, TEMPLATE.history.changes);
    expect(await vera.$(`aria/${TEMPLATE.history.restore}[role="button"]`)).toBeNull();
    await go(anna, templatePath('comments'));
    await seeText(anna, 'Which word is it?');
    const { text } = await callTool(agent, 'list-comments', { template_id: template });
    expect(text).toContain('Vera');
  });

  test('the colleague sets up an authenticator app, and signs in with password and code', async () => {
    await go(vera, '/account');
    await clickButton(vera, ACCOUNT.app.setUp);
    await vera.locator(`aria/${ACCOUNT.app.passwordAgain}`).fill(PASSWORD);
    await clickButton(vera, ACCOUNT.app.next);
    secret = await textOf(vera, '[role=dialog] code');
    await type(vera, ACCOUNT.app.code, await codeOf(secret));
    await clickButton(vera, ACCOUNT.app.turnOn);
    await clickButton(vera, ACCOUNT.app.done);
    await vera.locator('aria/Your account: Vera vera@example.com').click();
    await clickButton(vera, 'Sign out', 'menuitem');
    await type(vera, 'Email', 'vera@example.com');
    await vera.locator('aria/Password').fill(PASSWORD);
    await clickButton(vera, 'Sign in');
    // The code that was confirmed works once; the one after it is accepted, because clocks differ.
    await type(vera, 'Code', await codeOf(secret, 1));
    await clickButton(vera, 'Sign in');
    await seePath(vera, '/dashboard');
    await seeText(vera, 'vera@example.com');
  });

  test('somebody else signs in with the provider of the company', async () => {
    const olga = await openBrowser();
    await go(olga, '/sign-in');
    await clickButton(olga, 'Sign in with Example', 'link');
    await olga.locator('input[name=login]').fill('olga');
    await olga.locator('input[name=password]').fill('x');
    // The next page has a button to confirm, which looks the same to the locator.
    await Promise.all([olga.waitForNavigation(), olga.keyboard.press('Enter')]);
    await olga.locator('button[type=submit]').click();
    await seePath(olga, '/dashboard');
    await seeText(olga, 'olga@example.com');
  });

  test('the tenant is deleted by typing its name, and the agent has nothing left', async () => {
    await go(anna, `/projects/${project}/tenants`);
    await clickButton(anna, 'More actions');
    await clickButton(anna, TENANTS.delete, 'menuitem');
    await type(anna, 'Type acme to confirm', 'acme');
    await anna.keyboard.press('Enter');
    await seeText(anna, TENANTS.deleted);
    await expect(callTool(agent, 'get-template', { template_id: template })).rejects.toThrow();
    await go(anna, '/activity?tab=actions');
    for (const text of ['Tenant deleted', 'Member role set', 'Project created']) await seeText(anna, text);
  });
});
