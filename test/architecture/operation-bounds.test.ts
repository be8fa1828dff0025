import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FEATURES } from '../../src/features.ts';
import { createTestApp } from '../support/test-app.ts';
import { root } from './imports.ts';
import { boundOf, ENDPOINT_BOUNDS } from './operation-bounds.ts';

/** Messages of realtime clients; a connection may send 2 MB a second, and 4 MB at once. */
const MESSAGES = ['ping', 'pong', 'subscribe', 'unsubscribe'];

/** Each has a largest body, or passes it on to another server or to a file as it arrives. The control socket is the operator's. */
const BODY_READERS = [
  'src/control/server.ts',
  'src/http/multipart/body.ts',
  'src/platform/json/request-body.ts',
];

describe('the bound of the work on the serving thread', () => {
  test('is known for every operation', () => {
    const operations = FEATURES.flatMap(({ routes = [], tools = [], commands = [] }) => [
      ...[...routes, ...tools].map(({ operation }) => operation.name),
      ...commands.map(({ name }) => name),
    ]);
    expect([...new Set(operations)].filter((name) => !boundOf.has(name))).toEqual([]);
    expect([...boundOf.keys()].filter((name) => !operations.includes(name))).toEqual([]);
  });

  test('is known for every message of realtime clients', () => {
    const source = readFileSync(join(root, 'src/realtime/receive.ts'), 'utf8');
    expect([...source.matchAll(/case 'pusher:(\w+)'/g)].map(([, name]) => name ?? '').sort()).toEqual(
      MESSAGES,
    );
  });

  test('is known for every endpoint', async () => {
    const app = await createTestApp({ demo: 'public' });
    const ofOperations = new Set(FEATURES.flatMap(({ routes = [] }) => routes).map(({ path }) => path));
    const paths = new Set(app.http.routes.map(({ path }) => path));
    await app.stop();
    const others = [...paths].filter(
      (path) => !ofOperations.has(path) && !/^\/api\/v1\/(server|admin)\//.test(path),
    );
    expect(others.sort()).toEqual(Object.values(ENDPOINT_BOUNDS).flat().sort());
  });

  test('holds for bodies, which only these files read', () => {
    const reading = [...new Bun.Glob('src/**/*.ts').scanSync(root)].filter((file) => {
      if (/^src\/(sdk|dashboard)\//.test(file)) return false;
      return /\brequest\.(text|json|arrayBuffer|formData|bytes|blob)\(|\brequest\.body\b/.test(
        readFileSync(join(root, file), 'utf8'),
      );
    });
    expect(reading.sort()).toEqual(BODY_READERS);
  });
});
