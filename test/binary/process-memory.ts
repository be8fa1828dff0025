import { readFileSync } from 'node:fs';

/** Megabytes of memory that a process has now. */
export function readRss(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}
