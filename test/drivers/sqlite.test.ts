import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../src/drivers/sqlite/index.ts';
import { createLogger } from '../../src/platform/log.ts';
import { createFakeClock } from '../support/test-app.ts';
import { testDatabase } from './database-cases.ts';

const log = createLogger({ level: 'silent', format: 'json' });
let folder: string | undefined;

testDatabase('sqlite', {
  open() {
    folder ??= mkdtempSync(join(tmpdir(), 'galley-sqlite-'));
    return openDatabase(folder, { clock: createFakeClock(), log, allowEphemeral: true });
  },
  remove() {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    folder = undefined;
  },
});
