import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import manifest from '../../package.json';
import { writeSdkPackage } from '../../scripts/sdk.ts';
import {
  formatSource,
  LEFT_OUT,
  OPERATIONS_FILE,
  printApi,
  readApiSource,
  routesOfSdk,
  SCHEMAS_FILE,
} from '../../scripts/sdk-api.ts';
import { FORMS_FILE, printForms } from '../../scripts/sdk-forms.ts';
import type { Route } from '../../src/http/route.ts';

// It runs compilers and packers: a guard against hanging, not an expectation.
setDefaultTimeout(60_000);

/** What the client may weigh, minified and compressed, its adapter for the published editor included. */
const MAX_BYTES = 15 * 1024;

/** What the editor may weigh, with everything it needs. */
const MAX_EDITOR_BYTES = 60 * 1024;

const root = resolve(import.meta.dir, '../..');
const tsc = join(root, 'node_modules/.bin/tsc');
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'galley-sdk-package-'));
  await writeSdkPackage(join(folder, 'node_modules/galley-sdk'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const packed = (name: string) => Bun.file(join(folder, 'node_modules/galley-sdk', name));

test('the operations of the clients are those of the routes', async () => {
  const source = await readApiSource();
  const written = {
    schemas: await Bun.file(SCHEMAS_FILE).text(),
    operations: await Bun.file(OPERATIONS_FILE).text(),
  };
  expect(written, 'run "bun scripts/sdk-api.ts" and commit what it writes').toEqual(await printApi(source));
  // Not by a fixed name: its types are of the browser's world.
  const tables = (await import(OPERATIONS_FILE)) as Record<string, Record<string, string>>;
  const namesIn = (...names: string[]) =>
    names.flatMap((name) => Object.keys(tables[`${name}_OPERATIONS`] ?? {})).sort();
  const namesOf = (routes: readonly Route[]) =>
    [...new Set(routes.map(({ operation }) => operation.name))].sort();
  const isForClients = ({ isForPeople }: Route) => !isForPeople;
  expect([...namesIn('TENANT', 'PUBLIC'), ...Object.keys(LEFT_OUT)].sort()).toEqual(namesOf(source.routes));
  expect(namesIn('TENANT', 'PROJECT')).toEqual(namesOf(source.serverRoutes));
  expect(namesIn('TENANT', 'PROJECT', 'ADMIN')).toEqual(namesOf(source.adminRoutes.filter(isForClients)));
  // A route that the client has no function for is another path or method of one it has.
  const own = routesOfSdk(source.routes);
  for (const route of source.routes.filter(
    (one) => !own.includes(one) && !(one.operation.name in LEFT_OUT),
  )) {
    const called = own.find(({ operation }) => operation === route.operation);
    expect(`${called?.method} ${called?.path}`).not.toBe(`${route.method} ${route.path}`);
  }
});

test('the client of backends needs nothing but fetch', async () => {
  const text = (await packed('server.js').text()) + (await packed('admin.js').text());
  expect(text).not.toMatch(/\bimport\s*\(|^import |\bfrom\s*"|\brequire\(/m);
  expect(text).not.toMatch(/\b(?:document|window|XMLHttpRequest|WebSocket|localStorage|process|Buffer)\./);
  expect(text).not.toMatch(/\beval\(|new Function\(/);
});

const USE_OF_SERVER = `import { type AdminApi, GalleyAdmin } from 'galley-sdk/admin';
import { type CallOptions, GalleyError, GalleyServer, type TenantApi, type TemplateContent } from 'galley-sdk/server';

export async function administer(): Promise<string | null> {
  const admin = new GalleyAdmin({ baseUrl: 'https://mail.example', adminToken: 'gat_x' });
  const api: AdminApi = admin.api;
  const { id, client_secret } = await api.createProject({ name: 'Shop' });
  const secret: string = client_secret;
  await api.createTenant({ project_id: id, tenant: 'acme' });
  const { items } = await api.listTenants({ project_id: id });
  const mail = await admin.tenant(id, items[0]?.tenant ?? secret).renderTemplate({ template_id: 'x' });
  // @ts-expect-error a project has a name
  await api.createProject({});
  // @ts-expect-error there is no such suspension
  await api.suspendProject({ project_id: id, suspended: 'sometimes' });
  return mail.subject;
}

export async function use(options: CallOptions): Promise<TemplateContent | undefined> {
  const galley = new GalleyServer({ baseUrl: 'https://mail.example', credentials: { serverKey: 'k' }, actor: 'x' });
  const tenant: TenantApi = galley.tenant('acme');
  const mail = await tenant.renderTemplate({ template_id: 'welcome', data: { name: 'x' }, strict: true }, { actor: 'job' });
  const subject: string | null = mail.subject;
  const missing: string[] = mail.missing_variables;
  const { items } = await galley.project.listTenants({}, options);
  const code = (error: GalleyError): string | undefined => error.code ?? items[0]?.tenant ?? subject ?? missing[0];
  // @ts-expect-error a template has an id
  await tenant.renderTemplate({});
  // @ts-expect-error a backend has no session that names the recipients
  await tenant.sendTestEmail({ template_id: 'x', recipient: 'ada@example.com', html: '<p>Hi</p>' });
  // @ts-expect-error there is no such operation
  await galley.project.renderTemplate(code);
  return (await tenant.getTemplate({ template_id: 'x' })).content;
}
`;

test('its types fit a backend without the types of a browser', async () => {
  const own = join(folder, 'backend');
  mkdirSync(own);
  await Bun.write(join(own, 'use.ts'), USE_OF_SERVER);
  await Bun.write(join(own, 'package.json'), '{ "type": "module" }');
  for (const types of ['node', 'bun']) {
    const compilerOptions = {
      strict: true,
      noEmit: true,
      module: 'NodeNext',
      moduleResolution: 'NodeNext',
      lib: ['ESNext'],
      types: [types],
      typeRoots: [join(root, 'node_modules/@types')],
    };
    await Bun.write(join(own, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
    expect(Bun.spawnSync([tsc, '-p', own]).stdout.toString()).toBe('');
  }
});

test('it is small', async () => {
  const text = await packed('galley.js').text();
  const bytes = Bun.gzipSync(text, { level: 9 }).length;
  process.stdout.write(`galley.js: ${text.length} bytes, ${bytes} compressed\n`);
  expect(bytes).toBeLessThan(MAX_BYTES);
  // Nothing is loaded when it runs.
  expect(text).not.toMatch(/\bimport\s*\(|^import |\bfrom\s*"|\brequire\(/m);
});

test('the editor is small, with the client in it', async () => {
  const text = await packed('editor.js').text();
  const bytes = Bun.gzipSync(text, { level: 9 }).length;
  process.stdout.write(`editor.js: ${text.length} bytes, ${bytes} compressed\n`);
  expect(bytes).toBeLessThan(MAX_EDITOR_BYTES);
  expect(text).not.toMatch(/\bimport\s*\(|^import |\bfrom\s*"|\brequire\(/m);
  // Pages may forbid what makes code of texts.
  expect(text).not.toMatch(/\beval\(|new Function\(|\.innerHTML\s*=[^=]|insertAdjacentHTML|document\.write/);
});

test('the forms of the editor are what the block schema says', async () => {
  const written = await Bun.file(FORMS_FILE).text();
  expect(written, 'run "bun scripts/sdk-forms.ts" and commit what it writes').toBe(
    await formatSource(printForms()),
  );
});

test('the package can be packed', async () => {
  const { stdout, stderr, exitCode } = Bun.spawnSync(['npm', 'pack', '--dry-run', '--json', '--offline'], {
    cwd: join(folder, 'node_modules/galley-sdk'),
    env: { PATH: process.env.PATH ?? '', HOME: folder },
  });
  expect({ exitCode, stderr: exitCode === 0 ? '' : stderr.toString() }).toEqual({ exitCode: 0, stderr: '' });
  const [{ name, version, files }] = JSON.parse(stdout.toString());
  expect({ name, version }).toEqual({ name: 'galley-sdk', version: manifest.version });
  const paths = files.map(({ path }: { path: string }) => path).sort();
  expect(paths).toEqual([
    'LICENSE',
    'README.md',
    'admin.d.ts',
    'admin.js',
    'editor.d.ts',
    'editor.js',
    'galley.d.ts',
    'galley.js',
    'package.json',
    'server.d.ts',
    'server.js',
  ]);
  const { dependencies, exports } = await packed('package.json').json();
  expect(dependencies).toBeUndefined();
  expect(exports['.']).toEqual({ types: './galley.d.ts', default: './galley.js' });
  expect(exports['./editor']).toEqual({ types: './editor.d.ts', default: './editor.js' });
  expect(exports['./admin']).toEqual({ types: './admin.d.ts', default: './admin.js' });
  expect(exports['./server']).toEqual({ types: './server.d.ts', default: './server.js' });
});

const USE = `import { type Api, type Galley, init, publishedEditor, SdkError, type TemplateContent } from 'galley-sdk';
import { galleyEditor } from 'galley-sdk/editor';

export async function use(): Promise<TemplateContent | undefined> {
  const galley: Galley = await init({
    container: '#editor',
    auth: { url: '/token', requestOptions: { method: 'POST', headers: { a: 'b' }, body: { c: 1 } } },
    onError: (error) => console.log(error.statusCode, error.isNotFound, error.isUnauthorized, error.isServerError),
  });
  const { items, next_cursor } = await galley.api.listTemplates({ sort: 'updated' });
  const name: string | undefined = items[0]?.name;
  const cursor: string | null = next_cursor;
  await galley.api.deleteTemplate({ template_id: String(name ?? cursor) });
  await galley.api.sendTestEmail({ template_id: 'x', recipient: 'ada@example.com', html: '<p>Hi</p>' });
  const room = await galley.realtime.join('id');
  room.on('client-operation', (data) => console.log(data));
  return (await galley.api.getTemplate({ template_id: 'x' })).content;
}

class Own {
  blocks: unknown[] = [];
}
export const other = init<Own>({ auth: { url: '/token' }, editor: { mount: ({ api }) => (void (api satisfies Api), new Own()) } });
export const blocks = other.then(({ editor }) => editor.blocks);
export const fault: Error = new SdkError('x', 404);
export const adapter = publishedEditor(undefined, { locale: 'de' });
export const small = init({ container: '#editor', auth: { url: '/token' }, editor: galleyEditor({ autosave: false }) });
export const opened = small.then(({ editor }) => editor.load('id').then(({ content }) => content.blocks.length));
// @ts-expect-error a template has an id
export const missing = (galley: Galley) => galley.api.getTemplate({});
// @ts-expect-error there is no such order
export const unordered = (galley: Galley) => galley.api.listTemplates({ sort: 'by luck' });
// @ts-expect-error a list has no such field
export const unlisted = async (galley: Galley) => (await galley.api.listTemplates()).entries;
// @ts-expect-error there is no such operation
export const unknown = (galley: Galley) => galley.api.makeCoffee();
`;

test('its types fit a page that uses it, in every way of finding modules', async () => {
  mkdirSync(join(folder, 'src'));
  await Bun.write(join(folder, 'src/use.ts'), USE);
  await Bun.write(join(folder, 'package.json'), '{ "type": "module" }');
  for (const [module, moduleResolution] of [
    ['ESNext', 'bundler'],
    ['NodeNext', 'NodeNext'],
  ] as const) {
    const compilerOptions = {
      strict: true,
      noEmit: true,
      module,
      moduleResolution,
      types: [],
      skipLibCheck: false,
    };
    const lib = ['ESNext', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'];
    const config = { compilerOptions: { ...compilerOptions, lib }, include: ['src'] };
    await Bun.write(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const { stdout } = Bun.spawnSync([tsc, '-p', folder]);
    expect(stdout.toString()).toBe('');
  }
});
