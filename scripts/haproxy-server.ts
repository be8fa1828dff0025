import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from './free-port.ts';
import { findProgram } from './test-tools.ts';

export const findHaproxy = (): string | undefined => findProgram('haproxy');

export interface Balancer {
  url: string;
  port: number;
  /** Ends it as `kill -9` does, with all connections. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a balancer that sends each connection to the next of these ports of 127.0.0.1 that is ready. */
export async function startHaproxy(ports: readonly number[]): Promise<Balancer> {
  const program = findHaproxy();
  if (program === undefined) throw new Error('HAProxy is not installed');
  const folder = mkdtempSync(join(tmpdir(), 'galley-haproxy-'));
  const port = findFreePort();
  const servers = ports.map(
    (one, number) => `  server galley${number} 127.0.0.1:${one} check inter 200ms fall 2 rise 1`,
  );
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, `${CONFIGURATION.replace('PORT', String(port))}${servers.join('\n')}\n`);
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
  let process = await start();
  const kill = async () => {
    process.kill('SIGKILL');
    await process.exited;
  };
  return {
    url,
    port,
    kill,
    async restart() {
      process = await start();
    },
    async stop() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** As in docs/scaling.md: nothing is sticky. */
const CONFIGURATION = `
defaults
  mode http
  timeout connect 2s
  timeout client 1m
  timeout server 1m
  timeout tunnel 1h
  timeout check 2s
  option forwardfor
  option http-server-close
  option redispatch
  retries 3
frontend all
  bind 127.0.0.1:PORT
  default_backend galley
backend galley
  balance roundrobin
  option httpchk GET /health/ready
`;
