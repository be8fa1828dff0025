import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { join, resolve } from 'node:path';
import type { BrowserContext, Page } from 'puppeteer-core';
import {
  createTestDirectory,
  GUARD_MS,
  type Server,
  startServer,
  type TestDirectory,
} from '../binary/support.ts';
import { describeInBrowser, openBrowserContext } from '../browser/browser.ts';

const root = resolve(import.meta.dir, '../..');
const FIXTURES = join(root, 'test/fixtures/tls');
const PACKAGE = join(root, 'node_modules/@templatical/editor/dist/cdn');
const AT_CDN = /^https:\/\/cdn\.jsdelivr\.net\/npm\/@templatical\/editor@[^/]+\/dist\/cdn\/(.*)$/;

/** Two people of the demo, whose names differ. */
const ADA = '00000000-0000-4000-8000-000000000000';
const BOB = '00000000-0000-4000-8000-000000000001';

const NOTE = `document.querySelector('#note').textContent`;

describeInBrowser('the page of the demo', () => {
  setDefaultTimeout(GUARD_MS);
  let place: TestDirectory;
  let server: Server;
  let secure: string;
  const contexts = new Set<BrowserContext>();

  beforeAll(async () => {
    place = createTestDirectory();
    const certificate = ['--tls-cert', join(FIXTURES, 'first.crt'), '--tls-key', join(FIXTURES, 'first.key')];
    server = await startServer(place, ['--demo', ...certificate, '--tls-port', '0']);
    secure = `https://${/"tls_address":"([^"]+)"/.exec(server.stderr())?.[1]}`;
  });
  afterEach(async () => {
    for (const context of contexts) await context.close();
    contexts.clear();
  });
  afterAll(async () => {
    await server?.stop();
    place?.remove();
  });

  /** Opens the page in a browser context of its own. */
  async function open(url: string, person: string): Promise<Page> {
    const context = await openBrowserContext();
    contexts.add(context);
    const page = await context.newPage();
    await page.setViewport({ width: 1400, height: 900 });
    await page.setCookie({ name: 'galley_demo', value: person, url, path: '/demo' });
    await answerForCdn(page);
    await page.goto(url, { waitUntil: 'load' });
    await page.waitForFunction(`/TLS|private window/.test(${NOTE})`);
    return page;
  }

  test('over TLS two people see each other, and what the other one inserts', async () => {
    const ada = await open(`${secure}/demo`, ADA);
    expect(await ada.evaluate(NOTE)).toBe(
      'Open this address in a private window or another browser to see two people at one template.',
    );
    const bob = await open(ada.url(), BOB);
    const bobName = (await bob.evaluate(`document.querySelector('#who').textContent`)) as string;
    await ada.waitForFunction(
      `document.querySelector('#editor').shadowRoot.innerHTML.includes(${JSON.stringify(bobName)})`,
    );
    await (await ada.waitForSelector('#editor >>> [data-palette-type=button]', { visible: true }))?.click();
    await bob.waitForSelector('#editor >>> [data-block-type=button]');
    await (await bob.waitForSelector('#editor >>> [data-palette-type=divider]', { visible: true }))?.click();
    await ada.waitForSelector('#editor >>> [data-block-type=divider]');
  });

  test('over plain HTTP it says what is needed and what others have saved, and saves are merged', async () => {
    const ada = await open(`${server.url}/demo`, ADA);
    expect(await ada.evaluate(NOTE)).toMatch(
      /^Live collaboration needs TLS: .*--tls-cert.*--tls-key.*Saves are merged by block\.$/,
    );
    const templateId = new URL(ada.url()).hash.slice(1);
    const exchange = await fetch(`${server.url}/demo/token`, {
      method: 'POST',
      headers: { cookie: `galley_demo=${BOB}` },
    });
    const { token, project_id } = (await exchange.json()) as { token: string; project_id: string };
    const content = { blocks: [{ type: 'paragraph', content: '<p>Of Bob</p>' }] };
    // The page joins the room a moment after it has said what is needed: saved until it has heard of it.
    for (let tries = 0; tries < 50; tries += 1) {
      await fetch(`${server.url}/api/v1/projects/${project_id}/tenants/demo/templates/${templateId}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ content }),
      });
      content.blocks.push({ type: 'paragraph', content: '<p>More</p>' });
      if (((await ada.evaluate(NOTE)) as string).startsWith('Somebody else')) break;
      await Bun.sleep(100);
    }
    expect(await ada.evaluate(NOTE)).toMatch(
      /^Somebody else has changed this template\. .*Your next save keeps their changes/,
    );
    await (await ada.waitForSelector('#editor >>> [data-palette-type=button]', { visible: true }))?.click();
    await ada.waitForSelector('#editor >>> [data-block-type=button]');
    const saved = ada.waitForResponse((response) => response.request().method() === 'PUT');
    await ada.evaluate(
      `[...document.querySelector('#editor').shadowRoot.querySelectorAll('button')].find((one) => one.textContent.trim() === 'Save').click()`,
    );
    const { data } = (await (await saved).json()) as { data: { content: { blocks: { type: string }[] } } };
    const types = data.content.blocks.map(({ type }) => type);
    expect(types.filter((type) => type === 'paragraph').length).toBe(content.blocks.length - 1);
    expect(types).toContain('button');
  });

  test('a visit makes no template, the last changed one is opened, and an error can be closed', async () => {
    const url = `${server.url}/demo?editor=galley`;
    const list = `[...document.querySelectorAll('#templates option')].map(({ value }) => value)`;
    const opened = `document.querySelector('#templates').value`;
    const ada = await open(url, ADA);
    const before = (await ada.evaluate(list)) as string[];
    await ada.click('#new');
    await ada.waitForFunction(`${list}.length === ${before.length + 1}`);
    const newest = await ada.evaluate(opened);
    expect(before).not.toContain(newest as string);
    const bob = await open(url, BOB);
    expect([await bob.evaluate(`${list}.length`), await bob.evaluate(opened)]).toEqual([
      before.length + 1,
      newest,
    ]);
    await bob.evaluate(
      `window.fetch = async () => Response.json({ message: 'No key today.' }, { status: 500 })`,
    );
    await bob.click('#connect');
    await bob.waitForSelector('#error', { visible: true });
    expect(await bob.evaluate(`document.querySelector('#error span').textContent`)).toBe('No key today.');
    await bob.click('#error button');
    await bob.waitForSelector('#error', { hidden: true });
  });

  interface Picture {
    id: string;
    type: string;
  }

  test('copies of a picture have ids of their own, in Galley’s editor and in what is stored', async () => {
    const ada = await open(`${server.url}/demo?editor=galley`, ADA);
    const find = (selector: string) => `document.querySelector('galley-editor').${selector}`;
    const images = `${find('getContent()')}.blocks.filter(({ type }) => type === 'image')`;
    await ada.locator('galley-editor >>> [data-add=image]').click();
    await ada.waitForFunction(`${images}.length === 1`);
    // The state says "Saved" also before the editor has noticed a change.
    const isStored = ada.waitForResponse(
      (response) =>
        response.request().method() === 'PUT' &&
        (response.request().postData() ?? '').split('"type":"image"').length > 3,
    );
    const isCopied = (count: number) =>
      ada
        .waitForFunction(`${images}.length === ${count}`, { timeout: 3000 })
        .then(() => true)
        .catch(() => false);
    for (const count of [2, 3]) {
      // A click is lost if the preview is drawn again under it.
      do await ada.locator('galley-editor >>> [aria-label="Duplicate"]').click();
      while (!(await isCopied(count)));
    }
    const answer = (await (await isStored).json()) as { data: { content: { blocks: Picture[] } } };
    const ids = (await ada.evaluate(`${images}.map(({ id }) => id)`)) as string[];
    expect(new Set(ids).size).toBe(3);
    const stored = answer.data.content.blocks.filter(({ type }) => type === 'image');
    expect(stored.map(({ id }) => id)).toEqual(ids);
  });
});

/** The published editor from its package, byte by byte as the CDN has it; nothing else leaves this machine. */
async function answerForCdn(page: Page): Promise<void> {
  await page.setRequestInterception(true);
  page.on('request', async (request) => {
    const file = AT_CDN.exec(request.url())?.[1];
    if (file !== undefined) {
      await request.respond({
        headers: { 'access-control-allow-origin': '*' },
        contentType: 'text/javascript',
        body: Buffer.from(await Bun.file(join(PACKAGE, file)).bytes()),
      });
      return;
    }
    const isHere = ['localhost', ''].includes(new URL(request.url()).hostname);
    await (isHere ? request.continue() : request.abort());
  });
}
