import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { isAvailable } from '../../scripts/test-tools.ts';
import { GUARD_MS } from '../binary/support.ts';

/** They need a library that is compiled. */
const hasFaults = process.platform === 'linux' && isAvailable('a C compiler');

test(
  'half a minute of mixed load with kills, a slow and a full disk, and a wrong clock loses nothing',
  async () => {
    const command = [process.execPath, join(import.meta.dir, 'main.ts'), '--minutes', '0.5'];
    const child = Bun.spawn(command, { stdio: ['ignore', 'pipe', 'pipe'], timeout: GUARD_MS });
    const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()]);
    const summary = stdout.slice(stdout.indexOf('\nrestarts:'));
    expect({ status: await child.exited, summary, stderr }).toMatchObject({ status: 0, stderr: '' });
    expect(summary).toMatch(/acknowledged writes: [1-9]\d*, lost: 0/);
    expect(summary.includes('a full disk: ')).toBe(hasFaults);
  },
  GUARD_MS,
);
