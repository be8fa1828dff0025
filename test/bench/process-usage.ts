import { readFileSync } from 'node:fs';

/** Unit of CPU times in /proc, the same in every Linux kernel. */
const TICKS_PER_SECOND = 100;

/** The reason why this system cannot measure other processes. Undefined on Linux. */
export function whyNoUsage(): string | undefined {
  return process.platform === 'linux' ? undefined : 'it needs /proc, which only Linux has';
}

export function readResidentMegabytes(pid: number): number {
  return readMegabytes(pid, 'VmRSS');
}

/** The most resident memory the process has had. */
export function readPeakMegabytes(pid: number): number {
  return readMegabytes(pid, 'VmHWM');
}

function readMegabytes(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kilobytes = new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1];
  if (kilobytes === undefined) throw new Error('the process has no resident memory');
  return (Number(kilobytes) * 1024) / 1e6;
}

/** Processor time of a process and of all processes that it has started. */
export function readCpuSecondsWithChildren(pid: number): number {
  const fields = readStat(pid);
  // Child processes that have ended: cutime and cstime.
  const ended = (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean);
  const running = children.map((child) => {
    try {
      return readCpuSecondsWithChildren(Number(child));
    } catch {
      // The process has just ended.
      return 0;
    }
  });
  return readCpuSeconds(pid) + ended + running.reduce((sum, seconds) => sum + seconds, 0);
}

/** Processor time in seconds, user and system, of all threads since the start; in steps of 10 ms. */
export function readCpuSeconds(pid: number): number {
  const fields = readStat(pid);
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/**
 * Fields from the third on, because the second one is the name of the program in parentheses and may contain anything.
 * utime and stime are fields 14 and 15.
 */
function readStat(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}
