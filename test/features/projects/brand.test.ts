import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { getBrand, setBrand } from '../../../src/features/projects/index.ts';
import { DomainError } from '../../../src/platform/errors.ts';
import { perform } from '../../../src/platform/operation.ts';
import { connect } from '../../mcp/tool-client.ts';
import { adminScope, createTestApp, type TestApp } from '../../support/test-app.ts';

let app: TestApp;
let projectId: string;
beforeEach(async () => {
  app = await createTestApp();
  projectId = app.first.project_id;
});
afterEach(() => app.stop());

const set = async (brand: unknown, project_id = projectId) =>
  (await perform(setBrand, app.deps, adminScope, { project_id, brand })).brand;
const get = async () => (await perform(getBrand, app.deps, adminScope, { project_id: projectId })).brand;

/** The fields and messages an attempt is refused with. */
async function faults(brand: unknown): Promise<Record<string, string[]>> {
  const error = await set(brand).catch((thrown: unknown) => thrown);
  if (!(error instanceof DomainError)) throw new Error(`not refused: ${JSON.stringify(error)}`);
  expect(error.code).toBe('validation_failed');
  return error.details.errors ?? {};
}

const WHOLE = {
  colors: { primary: '#0b5cad', secondary: '#f2a900', background: '#f4f6f8', text: '#1f2430' },
  font: "Georgia, 'Times New Roman', serif",
  logo_url: 'https://acme.example/logo.png',
  logo_alt: 'Acme',
  tone_of_voice: 'Warm and short.',
  footer_text: 'Acme Ltd, registered in England no. 123.',
  company_name: 'Acme Ltd',
  postal_address: '1 High Street\nLeeds LS1 4AP',
  website_url: 'https://acme.example',
  unsubscribe_url: '{{ unsubscribe_url }}',
  social: [
    { platform: 'instagram', url: 'https://instagram.example/acme' },
    { platform: 'email', url: 'mailto:hello@acme.example' },
  ],
};

describe('a brand', () => {
  test('is empty until it is set, and comes back as it was set', async () => {
    expect(await get()).toEqual({});
    expect(await set(WHOLE)).toEqual(WHOLE as never);
    expect(await get()).toEqual(WHOLE as never);
    expect(app.events.map(({ type }) => type)).toContain('project.changed');
  });

  test('given fields replace, the others stay; colors are changed one by one', async () => {
    await set(WHOLE);
    expect(await set({ font: 'Arial', colors: { primary: '#111111' } })).toEqual({
      ...WHOLE,
      font: 'Arial',
      colors: { ...WHOLE.colors, primary: '#111111' },
    } as never);
  });

  test('null takes a field, a color, all colors or everything away', async () => {
    await set(WHOLE);
    expect(await set({ logo_alt: null, colors: { text: null } })).toMatchObject({
      colors: { primary: '#0b5cad', secondary: '#f2a900', background: '#f4f6f8' },
    });
    expect(await get()).not.toHaveProperty('logo_alt');
    expect((await get()).colors).not.toHaveProperty('text');
    expect(await set({ colors: null })).not.toHaveProperty('colors');
    expect(await set({ colors: { text: '#222' } })).toMatchObject({ colors: { text: '#222222' } });
    expect(await set({ colors: { text: null } })).not.toHaveProperty('colors');
    expect(await set(null)).toEqual({});
    expect(await get()).toEqual({});
  });

  test.each([
    ['rebeccapurple', '#663399'],
    ['rgb(11, 92, 173)', '#0b5cad'],
    ['#ABC', '#aabbcc'],
  ])('the color %s is kept as %s', async (given, kept) => {
    expect(await set({ colors: { primary: given } })).toEqual({ colors: { primary: kept } });
  });

  test.each<[string, unknown, string, RegExp]>([
    ['no color', { colors: { primary: 'sky' } }, 'brand.colors.primary', /"sky" must be an opaque CSS color/],
    ['a color to see through', { colors: { text: '#00000080' } }, 'brand.colors.text', /opaque CSS color/],
    [
      'a merge tag as color',
      { colors: { text: '{{ c }}' } },
      'brand.colors.text',
      /must be an opaque CSS color/,
    ],
    ['colors that are none', { colors: 'red' }, 'brand.colors', /object/],
    [
      'an unknown field',
      { logo: 'https://a.example/l.png' },
      'brand.logo',
      /is not a field\. The fields are: .*logo_url/,
    ],
    ['an unknown field taken away', { logo: null }, 'brand.logo', /is not a field/],
    ['an unknown color', { colors: { accent: '#123' } }, 'brand.colors.accent', /primary, secondary/],
    ['a logo without a host', { logo_url: '/logo.png' }, 'brand.logo_url', /complete address/],
    ['a script', { website_url: 'javascript:alert(1)' }, 'brand.website_url', /complete address/],
    [
      'a logo in a format that mail clients do not show',
      { logo_url: 'https://a.example/l.svg?v=2' },
      'brand.logo_url',
      /PNG, JPEG or GIF/,
    ],
    ['a password', { website_url: 'https://me:secret@a.example' }, 'brand.website_url', /complete address/],
    ['no way out', { unsubscribe_url: 'unsubscribe' }, 'brand.unsubscribe_url', /merge tag/],
    ['a tag and more', { unsubscribe_url: '{{ a }} {{ b }}' }, 'brand.unsubscribe_url', /merge tag/],
    [
      'an unknown platform',
      { social: [{ platform: 'x', url: 'https://x.example' }] },
      'brand.social.0.platform',
      /must be one of/,
    ],
    [
      'a profile without address',
      { social: [{ platform: 'github', url: 'acme' }] },
      'brand.social.0.url',
      /complete address/,
    ],
    ['a long text', { tone_of_voice: 'x'.repeat(2001) }, 'brand.tone_of_voice', /at most 2000/],
    ['an empty text', { company_name: '' }, 'brand.company_name', /must not be empty/],
    ['no text', { company_name: 7 }, 'brand.company_name', /must be a string/],
    ['a list', [], 'brand', /./],
  ])('%s is refused, and nothing changes', async (_name, brand, field, message) => {
    await set({ font: 'Georgia' });
    const found = await faults(brand);
    expect(Object.keys(found)).toEqual([field]);
    expect(found[field]?.[0]).toMatch(message);
    expect(await get()).toEqual({ font: 'Georgia' });
  });

  test.each([
    '*|UNSUB|*',
    '{{{ unsubscribe }}}',
    '<%= leave %>',
    'mailto:stop@acme.example',
    'https://acme.example/stop',
  ])('%s is a way out', async (unsubscribe_url) => {
    expect(await set({ unsubscribe_url })).toEqual({ unsubscribe_url });
  });

  test('of a project there is not is not found', async () => {
    await expect(set({ font: 'Arial' }, 'nobody')).rejects.toThrow('Project not found.');
    const reading = perform(getBrand, app.deps, adminScope, { project_id: 'nobody' });
    await expect(reading).rejects.toThrow('Project not found.');
  });

  test('is part of the configuration, for editors and agents alike', async () => {
    const tenant = await app.openTenant();
    const read = async () => (await tenant.request('GET', '/config')).body.data.brand;
    expect(await read()).toEqual({});
    await set(WHOLE);
    expect(await read()).toEqual(WHOLE);
    expect((await connect(app).get('get-project-config')).brand).toEqual(WHOLE);
  });
});
