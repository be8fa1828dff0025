import { expect, test } from 'bun:test';
import { loadPlans } from '../../src/features/projects/index.ts';
import { CATALOGUE } from '../../src/operations.ts';
import { createTestApp } from '../support/test-app.ts';
import { readPage } from './pages.ts';

const TENANT = '/api/v1/projects/:project/tenants/:tenant';

/** The code in the first column of a page's tables, row by row. */
async function firstColumns(page: string): Promise<string[][]> {
  const rows = (await readPage(page)).matchAll(/^\|([^|\n]*)\|.*\|$/gm);
  return [...rows].map(([, cell = '']) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code as string));
}

test('docs/rest.md lists every path that the OpenAPI document leaves out once, and no other', async () => {
  const app = await createTestApp();
  try {
    const listed = (await firstColumns('docs/rest.md')).flat();
    const routesWithPath = [...app.routes, ...app.serverRoutes, ...app.adminRoutes];
    const isRoute = (path: string) =>
      path.startsWith(TENANT) || routesWithPath.some((one) => one.path === path);
    const { routes: all } = app.http as unknown as { routes: { method: string; path: string }[] };
    const others = all.filter(({ method, path }) => method !== 'OPTIONS' && !isRoute(path));
    expect(listed.filter((code) => code.startsWith('/')).toSorted()).toEqual(
      [...new Set(others.map(({ path }) => path.replace(/:(\w+)/g, '{$1}')))].toSorted(),
    );
  } finally {
    await app.stop();
  }
});

test('docs/server.md lists every request about tenants once, and no other', async () => {
  const app = await createTestApp();
  try {
    const listed = (await firstColumns('docs/server.md')).flat().filter((code) => /^[A-Z]+ \//.test(code));
    const ofProjects = app.serverRoutes.filter(({ operation }) => operation.scope === 'project');
    const routes = ofProjects.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
    expect(listed.toSorted()).toEqual(routes.toSorted());
  } finally {
    await app.stop();
  }
});

test('docs/admin-api.md lists every request of its own once, and no other', async () => {
  const app = await createTestApp();
  try {
    const listed = (await firstColumns('docs/admin-api.md')).flat().filter((code) => /^[A-Z]+ \//.test(code));
    const own = app.adminRoutes.filter(({ operation }) => operation.scope !== 'tenant');
    const routes = own.map(
      ({ method, path }) => `${method} ${path.slice('/api/v1/admin'.length).replace(/:(\w+)/g, '{$1}')}`,
    );
    expect(listed.toSorted()).toEqual(routes.toSorted());
  } finally {
    await app.stop();
  }
});

test('docs/agents.md lists every tool in the order in which agents see them, and no other', async () => {
  const listed = (await firstColumns('docs/agents.md')).flat();
  expect(listed).toEqual(CATALOGUE.tools.map(({ definition }) => definition.name));
});

test('docs/agents.md names every resource and prompt', async () => {
  const text = await readPage('docs/agents.md');
  const names = [...CATALOGUE.resources.map(({ uri }) => uri), ...CATALOGUE.prompts.map(({ name }) => name)];
  expect(names.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});

test('docs/embedding.md has the limits of the built-in plans', async () => {
  const plans = [...loadPlans('no such file').values()];
  const sizeOf = (bytes: number | null) => {
    if (bytes === null) return 'no limit';
    const mib = bytes / 2 ** 20;
    return mib < 1024 ? `${mib} MiB` : `${mib / 1024} GiB`;
  };
  const rows = [
    ['', ...plans.map(({ name }) => `\`${name}\``)],
    ['templates', ...plans.map(({ limits }) => String(limits.max_templates ?? 'no limit'))],
    ['storage', ...plans.map(({ limits }) => sizeOf(limits.storage_limit_bytes))],
    [
      'kept snapshots of a template',
      ...plans.map(({ limits }) => String(limits.max_snapshots ?? 'no limit')),
    ],
    ['size of a file', ...plans.map(({ limits }) => sizeOf(limits.max_file_size_bytes))],
    ['kinds of files', ...plans.map(({ limits }) => limits.media_categories.join(', '))],
  ];
  const text = await readPage('docs/embedding.md');
  for (const row of rows) expect(text).toContain(`| ${row.join(' | ')} |`.replace('|  |', '| |'));
});
