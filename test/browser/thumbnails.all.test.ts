import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Frame, Page } from 'puppeteer-core';
import { createApiKey } from '../../src/features/access/index.ts';
import { drawThumbnail, listPictures } from '../../src/features/rendering/thumbnails/draw-thumbnail.ts';
import { importContent } from '../../src/mail/import/index.ts';
import type { TemplateContent } from '../../src/mail/model/index.ts';
import { renderHtml } from '../../src/mail/render/index.ts';
import { composeFromStarters } from '../../src/mail/starters/compose.ts';
import { perform } from '../../src/platform/operation.ts';
import { contentOf } from '../mail/render/rendering.ts';
import { drawingUrl } from '../mail/starters/drawing-url.ts';
import { BRANDS, SAMPLES } from '../mail/starters/starter-samples.ts';
import { type Client, connect, tenantAccessOf, UNLIMITED_CALLS } from '../mcp/tool-client.ts';
import { adminScope, createTestApp, type TestApp } from '../support/test-app.ts';
import { describeInBrowser, openBrowserContext, useBrowser } from './browser.ts';
import { arabic, english, gallery, LOOKS } from './gallery.ts';
import { assets, drawPicture } from './pictures.ts';
import { similarity } from './similarity.ts';

setDefaultTimeout(60_000);

/** UPDATE_SCREENSHOTS=1 writes both pictures of each mail to a temporary folder, to look at. */
const isWanted = Bun.env.UPDATE_SCREENSHOTS === '1';
const folder = join(tmpdir(), 'galley-thumbnails');

interface Case {
  name: string;
  content: TemplateContent;
  layout?: 'phone';
  isDark?: boolean;
  /** Least likeness, see `similarity`: 1 for equal pictures. */
  least: number;
}

function numbered(): () => string {
  let made = 0;
  return () => {
    made += 1;
    return `id-${made}`;
  };
}

function starter(index: number): TemplateContent {
  const { prompt, kind, locale } = SAMPLES[index] as (typeof SAMPLES)[number];
  const brand = Object.values(BRANDS)[index % Object.keys(BRANDS).length];
  const request = {
    prompt,
    brand,
    mergeTags: [],
    baseUrl: 'https://galley.example',
    isForAgent: false,
    addressOf: drawingUrl,
  };
  return composeFromStarters(
    { ...request, ...(kind && { kind }), ...(locale && { locale }) } as Parameters<
      typeof composeFromStarters
    >[0],
    numbered(),
  ).content;
}

async function fixture(path: string): Promise<TemplateContent> {
  const body = await Bun.file(join(import.meta.dir, '../fixtures/import', path)).text();
  const imported = importContent(
    { format: path.endsWith('.mjml') ? 'mjml' : 'html', body },
    { makeId: numbered() },
  );
  if (!imported.ok) throw new Error(imported.message);
  const { blocks, settings } = imported.content as { blocks: []; settings: object };
  return contentOf(blocks, { ...settings });
}

const galleries = Object.entries(gallery(english)).map(
  ([name, blocks]): Case => ({
    name: `every block: ${name}`,
    content: contentOf(blocks),
    // The widths of columns and the margins of foreign HTML are estimates.
    least: name === 'structure' ? 0.65 : 0.9,
  }),
);
const inArabic = contentOf(gallery(arabic).texts ?? [], { ...LOOKS['on a tint'], locale: 'ar' });

const CASES: Case[] = [
  // Starters in turns with each brand.
  ...[0, 6, 9, 13, 15, 25].map(
    (index): Case => ({ name: `starter ${SAMPLES[index]?.starter}`, content: starter(index), least: 0.9 }),
  ),
  ...galleries,
  { name: 'Arabic texts', content: inArabic, least: 0.75 },
  { name: 'a starter on a phone', content: starter(13), layout: 'phone', least: 0.9 },
  { name: 'a starter in dark mode', content: starter(13), isDark: true, least: 0.9 },
  ...(await Promise.all(
    [
      'html-postmark/receipt.html',
      'html-postmark/welcome.html',
      'mjml-colorlib/12.mjml',
      'mjml-colorlib/24.mjml',
    ].map(
      async (path): Promise<Case> => ({
        name: path,
        content: await fixture(path), // One has tables whose columns are as wide as their text.
        least: path.endsWith('24.mjml') ? 0.65 : 0.75,
      }),
    ),
  )),
];

const PHONE = 375;

describeInBrowser('a thumbnail looks like the mail in Chromium', () => {
  const viewer = useBrowser();

  test.each(CASES.map((each) => [each.name, each] as const))(
    '%s',
    async (name, { content, layout, isDark, least }) => {
      const width = layout === 'phone' ? PHONE : content.settings.width;
      const { html } = await renderHtml(content, { assets, title: 'x' });
      const page = await viewer.show(html, { width, ...(isDark && { isDark }) });
      const height = Math.min(Math.ceil(Number(await page.evaluate('document.body.scrollHeight'))), 2_400);
      await page.setViewport({ width, height });
      const shot = new Uint8Array(await page.screenshot());
      const png = await draw(content, layout ?? 'desktop', isDark ?? false, width);
      if (isWanted) {
        mkdirSync(folder, { recursive: true });
        const file = join(folder, name.replaceAll(/\W+/g, '-'));
        await Promise.all([Bun.write(`${file}-chromium.png`, shot), Bun.write(`${file}-thumbnail.png`, png)]);
      }
      const found = await similarity(shot, png);
      expect(found).toBeGreaterThan(least);
    },
  );
});

async function draw(
  content: TemplateContent,
  layout: 'desktop' | 'phone',
  isDark: boolean,
  width: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const json = JSON.stringify(content);
  const addresses = listPictures({ kind: 'list', content: json });
  const pictures = await Promise.all(
    addresses.map(async (address) => ({ address, bytes: (await drawPicture(address)).body })),
  );
  return drawThumbnail({ kind: 'draw', content: json, layout, isDark, width, maxHeight: 2_400, pictures });
}

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
