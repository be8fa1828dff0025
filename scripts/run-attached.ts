import { existsSync, readFileSync } from 'node:fs';

/**
 * Runs a command and stops it when this process is stopped or the `npx` that started it ends: npm ends only its direct
 * child, a shell, so without this a killed `npx bun run up` would leave the server running.
 * `bun scripts/run-attached.ts <command> [arguments]`
 */
const CHECK_INTERVAL_MS = 500;

interface ProcessFacts {
  parent: number;
  command: string;
}

/** undefined if there is no such process, or if the system cannot tell. */
function readProcess(pid: number): ProcessFacts | undefined {
  if (process.platform === 'win32') return undefined;
  if (existsSync('/proc/self/stat')) {
    try {
      // The name in parentheses can contain spaces.
      const [, parent] = /\) \S (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, 'latin1')) ?? [];
      return { parent: Number(parent), command: readFileSync(`/proc/${pid}/cmdline`, 'latin1') };
    } catch {
      return undefined;
    }
  }
  const { stdout } = Bun.spawnSync(['ps', '-o', 'ppid=,args=', '-p', String(pid)]);
  const [, parent, command = ''] = /^\s*(\d+) (.*)/.exec(stdout.toString()) ?? [];
  return parent === undefined ? undefined : { parent: Number(parent), command };
}

/** The processes between this one and the `npx` that started it, with their parents; empty without npx. */
function findChain(): Map<number, number> {
  const chain = new Map<number, number>();
  for (let pid = process.pid; pid > 1; ) {
    const facts = readProcess(pid);
    if (facts === undefined) break;
    if (pid !== process.pid && /\bnp[mx]\b/.test(facts.command)) return chain;
    chain.set(pid, facts.parent);
    pid = facts.parent;
  }
  return new Map();
}

// Before the command is started: it may be ready, and be stopped, before the next line runs.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
// Ends the server when the terminal is closed. A SIGHUP to the server itself would only reload its certificate.
process.on('SIGHUP', () => child.kill('SIGTERM'));
const child = Bun.spawn(process.argv.slice(2), { stdio: ['inherit', 'inherit', 'inherit'] });

const chain = findChain();
const check = () => {
  for (const [pid, parent] of chain) {
    if (readProcess(pid)?.parent === parent) continue;
    clearInterval(timer);
    child.kill('SIGTERM');
    return;
  }
};
const timer = setInterval(check, CHECK_INTERVAL_MS);
if (chain.size === 0) clearInterval(timer);

const status = await child.exited;
process.exit(status);
