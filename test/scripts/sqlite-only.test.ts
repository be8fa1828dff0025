import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { SQLITE_ONLY } from '../../scripts/sqlite-only.ts';

test('each file that is left out on PostgreSQL exists, and says why', () => {
  for (const [file, reason] of SQLITE_ONLY)
    expect([file, existsSync(resolve(import.meta.dir, '../..', file)), reason.length > 10]).toEqual([
      file,
      true,
      true,
    ]);
});
