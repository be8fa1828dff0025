import { statSync } from 'node:fs';

/** The executable of this process: its path at the start, and which file it is, even if it was replaced since. */
export function identifyExecutable(): { executable: string; file: string } {
  const own = process.platform === 'linux' ? '/proc/self/exe' : process.execPath;
  const { dev, ino } = statSync(own);
  return { executable: process.execPath.replace(/ \(deleted\)$/, ''), file: `${dev}:${ino}` };
}
