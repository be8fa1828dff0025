import { readFileSync } from 'node:fs';

/** Memory another process keeps resident, in bytes. Only Linux tells without starting a program: elsewhere `undefined`. */
export function readResidentBytes(pid: number): number | undefined {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  } catch {
    return undefined;
  }
}
