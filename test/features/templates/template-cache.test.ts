import { expect, test } from 'bun:test';
import {
  cacheTemplate,
  getCachedTemplate,
  MAX_TEMPLATE_CACHE_BYTES,
  type TemplateOutput,
} from '../../../src/features/templates/caches.ts';
import { Cache } from '../../../src/platform/cache.ts';
import type { Deps } from '../../../src/platform/deps.ts';

const rowOf = (id: string, version = 1) => ({
  id,
  tenantId: 1,
  name: null,
  nameFolded: '',
  contentId: 1,
  contentBy: null,
  contentAt: null,
  version,
  createdAt: 0,
  updatedAt: 0,
  json: Buffer.from('{}'),
});

const newDeps = () =>
  ({
    services: { templates: { cache: new Cache<TemplateOutput>({ maxBytes: MAX_TEMPLATE_CACHE_BYTES }) } },
  }) as unknown as Deps;

test('a template is cached under its version, in its own application', () => {
  const deps = newDeps();
  const output = cacheTemplate(deps, rowOf('a'));
  expect(getCachedTemplate(deps, rowOf('a'))).toBe(output);
  expect(getCachedTemplate(deps, rowOf('a', 2))).toBeUndefined();
  expect(getCachedTemplate(newDeps(), rowOf('a'))).toBeUndefined();
});

test('many small templates are limited too: each counts more than its content', () => {
  const deps = newDeps();
  for (let index = 0; index < 20_000; index += 1) cacheTemplate(deps, rowOf(`t${index}`));
  expect(getCachedTemplate(deps, rowOf('t0'))).toBeUndefined();
  expect(getCachedTemplate(deps, rowOf('t19999'))).toBeDefined();
});
