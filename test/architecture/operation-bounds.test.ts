import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FEATURES } from '../../src/features.ts';
import { root } from './imports.ts';
import { boundOf } from './operation-bounds.ts';

/** Messages of realtime clients; a connection may send 2 MB a second, and 4 MB at once. */
const MESSAGES = ['ping', 'pong', 'subscribe', 'unsubscribe'];

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
});
