import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Frame, Page } from 'puppeteer-core';
import { createApiKey } from '../../src/features/access/index.ts';
import { renderHtml } from '../../src/mail/render/index.ts';
import { perform } from '../../src/platform/operation.ts';
import { type Client, connect, tenantAccessOf, UNLIMITED_CALLS } from '../mcp/tool-client.ts';
import { adminScope, createTestApp, type TestApp } from '../support/test-app.ts';
import { describeInBrowser, openBrowserContext, useBrowser } from './browser.ts';
import { assets } from './pictures.ts';
import { shrink, similarity } from './similarity.ts';
import {
  drawCase,
  listLargeCases,
  MAX_HEIGHT,
  SMALL_CASES,
  shownByChromium,
  widthOf,
} from './thumbnail-cases.ts';

setDefaultTimeout(60_000);

/**
 * UPDATE_SCREENSHOTS=1 writes both pictures of each mail to a temporary folder, to look at, and those of Chromium with which
 * `thumbnail-drawing.test.ts` compares.
 */
const isWanted = Bun.env.UPDATE_SCREENSHOTS === '1';
const folder = join(tmpdir(), 'galley-thumbnails');

const LARGE_CASES = await listLargeCases();

describeInBrowser('a thumbnail looks like the mail in Chromium', () => {
  const viewer = useBrowser();

  test.each([...SMALL_CASES, ...LARGE_CASES].map((each) => [each.name, each] as const))(
    '%s',
    async (name, each) => {
      const { content, isDark, least } = each;
      const width = widthOf(each);
      const { html } = await renderHtml(content, { assets, title: 'x' });
      const page = await viewer.show(html, { width, ...(isDark && { isDark }) });
      const scrollHeight = Number(await page.evaluate('document.body.scrollHeight'));
      await page.setViewport({ width, height: Math.min(Math.ceil(scrollHeight), MAX_HEIGHT) });
      const shot = new Uint8Array(await page.screenshot());
      const png = await drawCase(each);
      if (isWanted && SMALL_CASES.includes(each))
        await Bun.write(shownByChromium(name), await (await shrink(shot)).png().bytes());
      if (isWanted) {
        mkdirSync(folder, { recursive: true });
        const file = join(folder, name);
        await Promise.all([Bun.write(`${file}-chromium.png`, shot), Bun.write(`${file}-thumbnail.png`, png)]);
      }
      expect(await similarity(shot, png)).toBeGreaterThan(least);
    },
  );
});

describeInBrowser('the preview in programs with MCP Apps', () => {
  let app: TestApp;
  let context: BrowserContext;
  let page: Page;
  let agent: Client;
  const calls: string[] = [];
  const requested: string[] = [];
  const faults: string[] = [];
  beforeAll(async () => {
    app = await createTestApp(UNLIMITED_CALLS);
    agent = connect(app, 'modern');
    const built = await Bun.build({
      entrypoints: [join(import.meta.dir, 'preview-host.js')],
      target: 'browser',
    });
    context = await openBrowserContext();
    page = await context.newPage();
    page.on('request', (request) => void requested.push(request.url()));
    page.on('pageerror', (error) => void faults.push(String(error)));
    page.on('console', (message) => void (message.type() === 'error' && faults.push(message.text())));
    await page.exposeFunction('performTool', async (name: string, args: object) => {
      calls.push(`${name} ${JSON.stringify(args)}`);
      return (await agent.rpc('tools/call', { name, arguments: args })).body.result;
    });
    await page.evaluate((await built.outputs[0]?.text()) ?? '');
  });
  afterAll(async () => {
    await context.close();
    await app.stop();
  });

  /** Shows a mail as a program does: the page that the tool names, with the call and its result. */
  async function show(
    content: object,
    { canCall = true, canOpen = true, prepare = async (_id: string): Promise<unknown> => undefined } = {},
  ): Promise<{ id: string; frame: Frame }> {
    const { id } = await agent.get('create-template', { content });
    await prepare(id);
    const { tools } = (await agent.rpc('tools/list')).body.result;
    const [tool] = tools.filter(({ name }: { name: string }) => name === 'preview-template');
    const { contents } = (await agent.rpc('resources/read', { uri: tool._meta.ui.resourceUri })).body.result;
    expect(contents[0].mimeType).toBe('text/html;profile=mcp-app');
    calls.length = 0;
    const shown = { html: contents[0].text, args: { template_id: id }, canCall, canOpen };
    await page.evaluate(`showApp(${JSON.stringify(shown)})`);
    const frame = page.frames().at(-1) as Frame;
    await frame.waitForFunction(
      'document.querySelector("img").complete && document.querySelector("img").naturalWidth > 0',
    );
    return { id, frame };
  }
  const ask = (frame: Frame, expression: string) => frame.evaluate(expression);
  const waitFor = (frame: Frame, expression: string) => frame.waitForFunction(expression);
  const pressIn = (frame: Frame, name: string) => frame.locator(`aria/${name}[role="button"]`).click();
  const hostile = '<img src=x onerror="parent.hacked = 1"><script>parent.hacked = 1</script>';

  test('shows the mail with its score, switches width and colors, and asks for nothing else', async () => {
    const paragraph = { type: 'paragraph', content: `<p>${'Hello there. '.repeat(300)}</p>` };
    const remote = { type: 'image', src: 'https://cdn.example/logo.png', alt: hostile };
    const { id, frame } = await show({ blocks: [paragraph, remote, paragraph] });
    expect(await ask(frame, 'document.querySelector("img").naturalWidth')).toBe(640);
    expect(await ask(frame, 'document.documentElement.dataset.theme')).toBe('dark');
    await waitFor(frame, '/^Score \\d+ of 100$/.test(document.querySelector("#score").textContent)');
    expect(await ask(frame, 'document.querySelectorAll("#findings li").length')).toBeGreaterThan(0);
    expect(await ask(frame, 'document.querySelector("#note").textContent')).toBe(
      'The mail goes on below the picture.',
    );
    await pressIn(frame, 'Phone');
    await waitFor(frame, 'document.querySelector("img").naturalWidth === 375');
    await pressIn(frame, 'Dark mode');
    await waitFor(frame, 'document.querySelector("img").alt === "Picture of the mail, phone, dark mode"');
    expect(calls).toEqual([
      `preview-template {"template_id":"${id}"}`,
      `score-template {"template_id":"${id}","max_findings":5,"fixes":"none"}`,
      `list-proposals {"template_id":"${id}","state":"undecided"}`,
      `preview-template {"template_id":"${id}","layout":"phone"}`,
      `preview-template {"template_id":"${id}","layout":"phone","dark":true}`,
    ]);
    await page.evaluate('changeTheme("light")');
    await waitFor(frame, 'document.documentElement.dataset.theme === "light"');
    expect(requested.filter((url) => !/^(about|data):/.test(url))).toEqual([]);
    expect([faults, await page.evaluate('window.hacked')]).toEqual([[], undefined]);
  });

  test('shows pending proposals, and lets people decide on them on the dashboard only', async () => {
    const { api_key } = await perform(createApiKey, app.deps, adminScope, {
      ...{ name: `Proposer ${hostile}`, mode: 'propose', project_ids: [app.first.project_id] },
    });
    const proposer = connect(app, 'modern', { ...tenantAccessOf(app), key: api_key });
    const operations = [{ op: 'update', all_of_type: 'paragraph', fields: { content: '<p>New</p>' } }];
    const prepare = (template_id: string) =>
      proposer.get('update-template', { template_id, operations, note: `Accept me ${hostile}` });
    const paragraph = { type: 'paragraph', content: '<p>Old</p>' };
    const { id, frame } = await show({ blocks: [paragraph] }, { prepare });
    await waitFor(
      frame,
      'document.querySelector("section button:last-child")?.textContent === "Accept or refuse…"',
    );
    const text = await ask(frame, 'document.querySelector("section").textContent');
    expect(text).toContain(`Accept me ${hostile}`);
    expect(text).toContain('changed: ');
    const before = await ask(frame, 'document.querySelector("img").src');
    await pressIn(frame, 'Show');
    await waitFor(frame, `document.querySelector("img").src !== ${JSON.stringify(before)}`);
    expect(calls.at(-1)).toMatch(/^preview-template .*"proposal_id":/);
    await pressIn(frame, 'Show');
    await waitFor(frame, `document.querySelector("img").src === ${JSON.stringify(before)}`);
    await pressIn(frame, 'Accept or refuse…');
    await page.waitForFunction('opened.length > 0');
    expect(await page.evaluate('opened')).toEqual([
      expect.stringMatching(new RegExp(`/dashboard/projects/.*/templates/${id}\\?tab=proposals$`)),
    ]);
    const { frame: closed } = await show({ blocks: [paragraph] }, { prepare, canOpen: false });
    await waitFor(closed, 'document.querySelector("section")?.textContent.includes("refuse it at http")');
    expect(await ask(closed, 'document.querySelector("section button:last-of-type").textContent')).toBe(
      'Show',
    );
    expect(calls.filter((call) => /accept|refuse/.test(call))).toEqual([]);
    expect([faults, await page.evaluate('window.hacked')]).toEqual([[], undefined]);
  });

  test('says what went wrong, and has no buttons where the program calls no tools', async () => {
    const { id, frame } = await show({ blocks: [{ type: 'divider' }] });
    await agent.get('delete-template', { template_id: id });
    await pressIn(frame, 'Phone');
    await waitFor(frame, '/not found/.test(document.querySelector("#note").textContent)');
    const { frame: quiet } = await show({ blocks: [{ type: 'divider' }] }, { canCall: false });
    expect(await ask(quiet, 'document.querySelectorAll("button:enabled").length')).toBe(0);
    expect(calls).toHaveLength(1);
    expect(faults).toEqual([]);
  });
});
