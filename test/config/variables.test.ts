import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TSchema } from '@sinclair/typebox';
import {
  FIRST_RUN_VARIABLES,
  findUnknownVariables,
  loadFirstRunCredentials,
  Settings,
} from '../../src/config/index.ts';
import { messageOf } from './message-of.ts';

describe('unknown variables', () => {
  test.each<[string, string | undefined]>([
    ['GALLEY_PROT', 'GALLEY_PORT'],
    ['GALLEY_CORS_ORIGIN', 'GALLEY_CORS_ORIGINS'],
    ['GALLEY_CLIENT_SECRET_FLIE', 'GALLEY_CLIENT_SECRET_FILE'],
    ['GALLEY_port', 'GALLEY_PORT'],
    ['GALLEY_SERVICE_HOST', undefined],
    ['GALLEY_', undefined],
  ])('%s is found, and may stand for %s', (name, nearest) => {
    expect(findUnknownVariables({ [name]: 'x' })).toEqual([{ name, nearest }]);
  });

  test('are no others', () => {
    const settings = Object.values<TSchema>(Settings.properties).flatMap(({ env, mayBeFile }) =>
      mayBeFile === true ? [env, `${env}_FILE`] : [env],
    );
    const firstRun = Object.values(FIRST_RUN_VARIABLES).flatMap(({ env }) => [env, `${env}_FILE`]);
    const known = Object.fromEntries([...settings, ...firstRun].map((name) => [name, 'x']));
    expect(findUnknownVariables({ ...known, PATH: '/bin', NOT_GALLEY_PORT: 'x', GALLEY_GONE: '' })).toEqual(
      [],
    );
  });
});

describe('credentials of the first run', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'galley-credentials-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('come from variables, or from files that these name; a final line break is not part of them', () => {
    for (const [name, { env }] of Object.entries(FIRST_RUN_VARIABLES)) {
      const file = join(folder, name);
      writeFileSync(file, 'from-a-file\n');
      expect(loadFirstRunCredentials({ [env]: 'direct' })).toEqual({ [name]: 'direct' });
      expect(loadFirstRunCredentials({ [`${env}_FILE`]: file })).toEqual({ [name]: 'from-a-file' });
      expect(loadFirstRunCredentials({ [env]: '', [`${env}_FILE`]: '' })).toEqual({});
    }
  });

  test('a file that cannot be read is named with its variable', () => {
    const missing = join(folder, 'missing');
    const message = messageOf(() => loadFirstRunCredentials({ GALLEY_CLIENT_SECRET_FILE: missing }));
    expect(message).toBe(
      `GALLEY_CLIENT_SECRET_FILE: there is no file ${missing}; create it, or correct GALLEY_CLIENT_SECRET_FILE.`,
    );
    const inFolder = messageOf(() => loadFirstRunCredentials({ GALLEY_API_KEY_FILE: folder }));
    expect(inFolder).toBe(`GALLEY_API_KEY_FILE: ${folder} is a directory; name a file in it.`);
  });
});
