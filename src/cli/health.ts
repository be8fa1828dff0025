import type { Command } from 'commander';
import { loadSettings, processEnvironment } from '../config/index.ts';
import { DomainError } from '../platform/errors.ts';
import { addCommonFlags, runAction } from './command.ts';
import { printResult } from './output.ts';

const TIMEOUT_MS = 4_000;

/** Hosts that stand for several addresses of the machine. */
const ONE_ADDRESS: Record<string, string> = { localhost: '127.0.0.1', '0.0.0.0': '127.0.0.1', '::': '::1' };

export function addHealthCommand(program: Command): void {
  addCommonFlags(program.command('health'))
    .summary('ask the running server whether it can read and write; for containers')
    .description(
      'Asks the server on this machine over plain HTTP whether it can read and write. Exit status 1 if it cannot, or does not answer.',
    )
    .option('--host <address>', 'address of the server (env GALLEY_HOST; default localhost)')
    .option('--port <number>', 'its port (env GALLEY_PORT; default 4100)')
    .action(
      runAction(async (flags) => {
        const { host, port } = loadSettings(flags, processEnvironment);
        const address = ONE_ADDRESS[host] ?? host;
        const url = `http://${address.includes(':') ? `[${address}]` : address}:${port}/api/v1/ready`;
        printResult(flags, await askReadiness(url), ({ status }) => status);
      }),
    );
}

async function askReadiness(url: string): Promise<{ status: string }> {
  // A proxy from the environment could not reach this machine.
  const options = { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'manual', proxy: '' } as const;
  const answer = await fetch(url, options).catch((error) => {
    const cause = error.code ?? error.name;
    const message = `No server answers at ${url} (${cause}). Start it, or name its address with --host and --port.`;
    throw new DomainError('unavailable', message);
  });
  const body = (await answer.json().catch(() => ({}))) as { status?: unknown; message?: unknown };
  if (answer.ok && (body.status === 'ready' || body.status === 'degraded')) return { status: body.status };
  const reason = typeof body.message === 'string' ? body.message : `it answered with status ${answer.status}`;
  throw new DomainError('unavailable', `The server at ${url} is not ready: ${reason}`);
}
