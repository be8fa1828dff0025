import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  chamaileonDocument,
  easyEmailTemplate,
  emailBuilderDocument,
  grapesProject,
  stripoTemplate,
} from '../../mail/import/design-samples.ts';
import { expectError } from '../../support/expect-error.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

// The worker that imports starts with the first import.
setDefaultTimeout(60_000);

const MAILS = join(import.meta.dir, '../../fixtures/import/html-postmark');

const MJML = `<mjml><mj-head><mj-title>Spring</mj-title></mj-head><mj-body><mj-section><mj-column>
  <mj-text>Hi {{ name }}</mj-text><mj-button href="https://example.com/a?b=1&amp;c=2">Go</mj-button>
  <mj-include path="./footer.mjml" /></mj-column></mj-section></mj-body></mjml>`;

let app: TestApp;
let tenant: Awaited<ReturnType<TestApp['openTenant']>>;
beforeAll(async () => {
  app = await createTestApp();
  tenant = await app.openTenant();
});
afterAll(() => app.stop());

const importFrom = (format: string, body: object) =>
  tenant.request('POST', `/templates/import/from-${format}`, { body });

describe('an import', () => {
  test('makes a template named like the mail, and reports what it left behind', async () => {
    const { status, body } = await importFrom('mjml', { source: MJML });
    expect(status).toBe(201);
    const { template, report } = body.data;
    expect(template).toMatchObject({ name: 'Spring', version: 1 });
    expect(JSON.stringify(template.content)).toContain('Hi {{ name }}');
    expect(JSON.stringify(report.notes)).toContain('footer.mjml');
    const stored = await tenant.request('GET', `/templates/${template.id}`);
    expect(stored.body.data.content).toEqual(template.content);
  });

  test('takes a name of its own and the files that are included', async () => {
    const includes = { './footer.mjml': '<mj-text>The footer</mj-text>' };
    const { body } = await importFrom('mjml', { source: MJML, name: 'Mine', includes });
    expect(body.data.template.name).toBe('Mine');
    expect(JSON.stringify(body.data.template.content)).toContain('The footer');
  });

  test('of bytes finds their charset', async () => {
    const page = Buffer.from('<meta charset="windows-1252"><p>ge\xf6ffnet \x80</p>', 'latin1');
    const mail = Buffer.concat([Buffer.from('Subject: a\r\nContent-Type: text/html\r\n\r\n'), page]);
    for (const [format, source] of [
      ['html', page],
      ['eml', mail],
    ] as const) {
      const sent = { source: source.toString('base64'), encoding: 'base64', dry_run: true };
      const { status, body } = await importFrom(format, sent);
      expect([status, JSON.stringify(body.data?.content)]).toEqual([
        201,
        expect.stringContaining('geöffnet €'),
      ]);
    }
  });

  test('can be tried without saving', async () => {
    const before = (await tenant.request('GET', '/templates')).body.data.length;
    const { body } = await importFrom('html', { source: '<h1>Hello</h1><p>World</p>', dry_run: true });
    expect(body.data.template).toBeUndefined();
    expect(JSON.stringify(body.data.content)).toContain('World');
    expect((await tenant.request('GET', '/templates')).body.data).toHaveLength(before);
  });

  test.each([
    ['chamaileon', chamaileonDocument],
    ['easy-email', easyEmailTemplate],
    ['email-builder', emailBuilderDocument],
    ['grapesjs', grapesProject],
    ['stripo', stripoTemplate],
  ])('takes a design of %s, also without its name', async (format, source) => {
    const { status, body } = await importFrom(format, { source });
    expect({ status, error: body.error }).toMatchObject({ status: 201 });
    const made = await tenant.request('POST', '/templates', {
      body: { source: { design: source }, answer: 'full' },
    });
    const withoutIds = (content: unknown) => JSON.stringify(content).replace(/"id":"[^"]*"/g, '');
    expect(withoutIds(made.body.data.content)).toBe(withoutIds(body.data.template.content));
    expect(made.body.data.report.kept).toBe(body.data.report.kept);
  });

  test.each(['object', 'text'])('takes a design as %s', async (form) => {
    const design = { page: { title: 'Bee', rows: [] } };
    const source = form === 'text' ? JSON.stringify(design) : design;
    expect((await importFrom('beefree', { source })).status).toBe(201);
  });

  test.each(readdirSync(MAILS).filter((file) => file.endsWith('.html')))(
    '%s can be exported again',
    async (file) => {
      const source = readFileSync(join(MAILS, file), 'utf8');
      const { body } = await importFrom('html', { source });
      const exported = await tenant.request('POST', `/templates/${body.data.template.id}/export`);
      expect([exported.status, exported.body.data.html.includes('</html>')]).toEqual([200, true]);
    },
  );
});

describe('refused', () => {
  test.each<[what: string, format: string, body: object, status: number, message: RegExp]>([
    ['nothing', 'mjml', {}, 422, /source/],
    ['a number', 'html', { source: 5 }, 422, /must be a string/],
    ['other XML', 'mjml', { source: '<svg/>' }, 422, /mjml/i],
    ['a design that is not JSON', 'unlayer', { source: '{' }, 422, /not JSON/],
    ['the design of another editor', 'unlayer', { source: { page: { rows: [] } } }, 422, /body\.rows/],
    ['included files that are no texts', 'mjml', { source: MJML, includes: { a: 1 } }, 422, /includes/],
  ])('%s', async (_what, format, body, status, message) => {
    const answer = await importFrom(format, body);
    expectError(answer, status, 'validation_failed');
    expect(answer.body.message).toMatch(message);
  });
});
