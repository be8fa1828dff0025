import { expect, test } from 'bun:test';
import { describeUnreadable } from '../../../src/platform/files/setting-file.ts';

/** Root may read every file, so the refusals of the system are given. */
test.each([
  ['EACCES', 'may not read /run/key; change its owner or mode, or correct GALLEY_API_KEY_FILE.'],
  ['ENOTDIR', 'there is no file /run/key; create it, or correct GALLEY_API_KEY_FILE.'],
  ['EIO', '/run/key cannot be read (EIO); look at its disk, or correct GALLEY_API_KEY_FILE.'],
])('a file that the system refuses with %s is named with what to do', (code, ending) => {
  const error = Object.assign(new Error(`${code}: the system, open '/run/key'`), { code });
  const message = describeUnreadable('GALLEY_API_KEY_FILE', '/run/key', error);
  expect(message).toStartWith('GALLEY_API_KEY_FILE: ');
  expect(message).toEndWith(ending);
});
