import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from './free-port.ts';
import { type Restartable, startRestartable } from './restartable.ts';
import { findProgram } from './test-tools.ts';

export const findHaproxy = (): string | undefined => findProgram('haproxy');

export interface Balancer extends Restartable {
  url: string;
  port: number;
}

const PACKAGED = join(import.meta.dir, '../packaging/haproxy.cfg');

/**
 * Starts a balancer with the delivered configuration, for servers at these ports of 127.0.0.1. It sends each request to
 * the next ready server. `balance`: `random` for any of them.
 */
export async function startHaproxy(
  ports: readonly number[],
  balance: 'roundrobin' | 'random' = 'roundrobin',
): Promise<Balancer> {
  const program = findHaproxy();
  if (program === undefined) throw new Error('HAProxy is not installed');
  const folder = mkdtempSync(join(tmpdir(), 'galley-haproxy-'));
  const port = findFreePort();
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, configure(readFileSync(PACKAGED, 'utf8'), port, ports, balance));
  const url = `http://127.0.0.1:${port}`;
  const start = async () => {
    const started = Bun.spawn([program, '-db', '-f', file], { stdio: ['ignore', 'ignore', 'ignore'] });
    for (let attempt = 0; attempt < 200; attempt += 1) {
      const answer = await fetch(`${url}/health/ready`).catch(() => undefined);
      if (answer?.ok) break;
      await Bun.sleep(50);
    }
    return started;
  };
  return { url, port, ...(await startRestartable(folder, start)) };
}

/** Adapts the configuration. Health checks are more frequent, so that tests wait less. */
function configure(packaged: string, port: number, ports: readonly number[], balance: string): string {
  const servers = ports.map(
    (one, index) => `  server ${index + 1} 127.0.0.1:${one} check inter 200ms fall 2 rise 1\n`,
  );
  const withoutServers = packaged.replaceAll(/^ {2}server .*\n/gm, '');
  return (
    withoutServers
      .replace('balance leastconn', `balance ${balance}`)
      // Tests speak plain HTTP.
      .replace(/^ {2}bind .* ssl .*\n/m, '')
      .replace('bind :4100', `bind 127.0.0.1:${port}`) + servers.join('')
  );
}
