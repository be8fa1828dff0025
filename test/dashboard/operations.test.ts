import { expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

// It runs a compiler: a guard against hanging, not an expectation.
setDefaultTimeout(60_000);

const root = resolve(import.meta.dir, '../..');
const data = join(root, 'src/dashboard/data');

const USE = `import { call } from '${data}/api.ts';
import { type Item, pathKey } from '${data}/operations.ts';
import { get, prefetchList, useCursorList } from '${data}/queries.ts';

const at = { project_id: 'p', tenant: 't' };

export const template = call('getTemplate', { ...at, template_id: 'x' }).then(({ version }): number => version);
export const name = (tenant: Item<'listTenants'>): string | null => tenant.name;
export const key: string[] = pathKey('listProjects');
// @ts-expect-error there is no such operation
export const unknown = call('listProject');
// @ts-expect-error a template has an id
export const incomplete = call('getTemplate', at);
// @ts-expect-error an operation on a tenant names it
export const nobody = get('getTenant', { project_id: 'p' });
// @ts-expect-error there is no such input
export const additional = call('suspendProject', { project_id: 'p', suspended: null, until: 'tomorrow' });
// @ts-expect-error there is no such suspension
export const suspended = call('suspendProject', { project_id: 'p', suspended: 'sometimes' });
// @ts-expect-error there is no such order
export const list = prefetchList('listTemplates', { ...at, sort: 'by luck' });
// @ts-expect-error a tenant has no such field
export const field = useCursorList('listTenants', { project_id: 'p' }).items[0]?.title;
// @ts-expect-error a key has the parameters of the path
export const shortKey = pathKey('listMembers');
`;

test('a wrong operation, field or value of the dashboard does not compile', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'galley-dashboard-types-'));
  try {
    await Bun.write(join(folder, 'use.ts'), USE);
    const config = { extends: join(root, 'src/dashboard/tsconfig.json'), include: ['use.ts'], exclude: [] };
    await Bun.write(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const { stdout } = Bun.spawnSync([join(root, 'node_modules/.bin/tsc'), '-p', folder]);
    expect(stdout.toString()).toBe('');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
