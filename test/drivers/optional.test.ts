import { expect, test } from 'bun:test';
import { openScreenshots } from '../../src/drivers/optional.ts';
import { createLogger } from '../../src/platform/logging/log.ts';

test.each<[string, string, boolean, string | undefined]>([
  ['no browser', '', false, undefined],
  ['a file that does not exist', '/nowhere/chromium', false, '/nowhere/chromium'],
  ['a folder', import.meta.dir, false, import.meta.dir],
  ['a file that cannot be run', import.meta.path, false, import.meta.path],
  ['a program', process.execPath, true, undefined],
])('with %s as Chromium', async (_name, path, isOpened, warned) => {
  const lines: string[] = [];
  const log = createLogger({ level: 'warn', format: 'json', write: (line) => lines.push(line) });
  expect((await openScreenshots(path, log)) !== undefined).toBe(isOpened);
  const messages = lines.map((line) => JSON.parse(line).msg);
  expect(messages).toEqual(
    warned === undefined ? [] : [expect.stringContaining(`GALLEY_CHROMIUM names no program: ${warned}`)],
  );
});
