import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, connect, expectRefused, UNLIMITED_CALLS } from '../../mcp/tool-client.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

/** What `create-template` makes templates of, beside content: a copy with changes, a mail from elsewhere, a starter. */

// The worker that imports starts with the first import.
setDefaultTimeout(60_000);

const HTML =
  '<html><head><title>Spring</title></head><body><h1>Hello {{ name }}</h1><p>World</p></body></html>';
const MJML =
  '<mjml><mj-body><mj-section><mj-column><mj-text>Hi</mj-text><mj-include path="./x.mjml" /></mj-column></mj-section></mj-body></mjml>';
const PAGES: Record<string, [type: string, body: string]> = {
  '/mail.html': ['text/html; charset=utf-8', HTML],
  '/mail.mjml': ['text/plain', MJML],
  '/picture': ['image/png', 'x'],
};

const web = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch({ url }) {
    const [type, body] = PAGES[new URL(url).pathname] ?? ['text/html', ''];
    return new Response(body, { headers: { 'content-type': type } });
  },
});

let app: TestApp;
let agent: Client;
beforeAll(async () => {
  app = await createTestApp({ ...UNLIMITED_CALLS, fetch_private: ['127.0.0.1'] });
  agent = connect(app, 'modern');
});
afterAll(async () => {
  await app.stop();
  await web.stop(true);
});

const read = async (template_id: string) => agent.get('get-template', { template_id });
const title = (content: string) => ({ type: 'title', content });

describe('a copy with operations', () => {
  test('is made in one call, and the original stays', async () => {
    const { id } = await agent.get('create-template', {
      name: 'A',
      content: { blocks: [title('Old'), title('Same')] },
    });
    const original = await read(id);
    const block = original.content.blocks[0].id;
    const made = await agent.get('create-template', {
      copy_of: id,
      name: 'B',
      operations: [{ op: 'update', id: block.slice(-6), fields: { content: 'New' } }],
    });
    expect(made).toEqual({ id: expect.any(String), version: 1 });
    const copy = await read(made.id);
    expect([copy.name, copy.content.blocks.map((one: { content: string }) => one.content)]).toEqual([
      'B',
      ['New', 'Same'],
    ]);
    expect(await read(id)).toEqual(original);
  });

  test('is refused as a whole if an operation is', async () => {
    const { id } = await agent.get('create-template', { content: { blocks: [title('Old')] } });
    const refuse = (args: object, message: RegExp) =>
      expectRefused(app, agent, 'create-template', args, message);
    await refuse({ copy_of: id, operations: [{ op: 'delete', id: 'gone' }] }, /gone/);
    await refuse({ copy_of: id, operations: [] }, /operations/);
    await refuse({ content: { blocks: [] }, operations: [{ op: 'delete', id: 'x' }] }, /goes with copy_of/);
  });
});

describe('an import', () => {
  test('of HTML takes one call, and reports what was lost', async () => {
    const made = await agent.get('create-template', { source: { html: `${HTML}<script>x</script>` } });
    expect(made).toMatchObject({ version: 1, report: { kept: 3 } });
    const template = await read(made.id);
    expect([template.name, JSON.stringify(template.content).includes('Hello {{ name }}')]).toEqual([
      'Spring',
      true,
    ]);
  });

  test.each(['mail.html', 'mail.mjml'])('of an address: %s', async (page) => {
    const url = `http://127.0.0.1:${web.port}/${page}`;
    const { id, report } = await agent.get('create-template', { name: 'Fetched', source: { url } });
    expect((await read(id)).name).toBe('Fetched');
    if (page === 'mail.mjml') expect(JSON.stringify(report.notes)).toContain('x.mjml');
  });

  test('of MJML', async () => {
    const { id } = await agent.get('create-template', { source: { mjml: MJML } });
    expect(JSON.stringify((await read(id)).content)).toContain('Hi');
  });

  test.each<[source: object, message: RegExp]>([
    [{}, /one of html, mjml, eml, url and design/],
    [{ html: 'a', mjml: 'b' }, /one of html, mjml, eml, url and design/],
    [{ html: 1 }, /html/],
    [{ mjml: '<p>x</p>' }, /not MJML/],
    [{ url: 'http://10.0.0.1/' }, /public|private|address/i],
    [{ url: 'file:///etc/passwd' }, /http/i],
  ])('of %j is refused', async (source, message) => {
    await expectRefused(app, agent, 'create-template', { source }, message);
  });

  test('of an address needs the feature of the plan, other sources do not', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'galley-plans-'));
    const plans_file = join(folder, 'plans.json');
    writeFileSync(plans_file, JSON.stringify({ scale: { features: { import_from_url: false } } }));
    const poor = await createTestApp({ ...UNLIMITED_CALLS, plans_file, fetch_private: ['127.0.0.1'] });
    try {
      const client = connect(poor, 'modern');
      const source = { url: `http://127.0.0.1:${web.port}/mail.html` };
      const message = "Feature 'import_from_url' is not available on your current plan.";
      await expectRefused(poor, client, 'create-template', { source }, message);
      await expectRefused(
        poor,
        client,
        'create-template',
        { source: { html: HTML, copy_images: true } },
        message,
      );
      expect((await client.get('create-template', { source: { html: HTML } })).version).toBe(1);
    } finally {
      await poor.stop();
    }
  });

  test('of a picture is refused', async () => {
    const source = { url: `http://127.0.0.1:${web.port}/picture` };
    await expectRefused(app, agent, 'create-template', { source }, /image\/png|type/);
  });
});

describe('a starter', () => {
  test('makes a mail of the built-in design', async () => {
    const { id, outline } = await agent.get('create-template', { starter: 'receipt' });
    expect(outline.split('\n').length).toBeGreaterThan(3);
    expect((await read(id)).content.blocks.length).toBeGreaterThan(3);
  });

  test('must be one of the list, and alone', async () => {
    const refuse = (args: object, message: RegExp) =>
      expectRefused(app, agent, 'create-template', args, message);
    await refuse({ starter: 'constructor' }, /must be one of welcome, /);
    await refuse({ starter: 'welcome', content: { blocks: [] } }, /cannot go with content/);
    await refuse({ starter: 'welcome', source: { html: 'x' } }, /cannot go with source/);
  });
});
