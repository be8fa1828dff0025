import { statSync } from 'node:fs';
import { join } from 'node:path';
import { stopwatch } from '../../src/platform/clock.ts';
import { createTemplates, fetchOnce, openTenant, templateBodies } from './client.ts';
import type { Figure, Outcome } from './figure.ts';
import { SERIAL_MARK, toSerial } from './load-plan.ts';
import { readPeakMegabytes, readResidentMegabytes, whyNoUsage } from './process-usage.ts';
import {
  BINARY,
  initializeData,
  makeDirectory,
  type RunningServer,
  removeDirectory,
  startGalley,
} from './servers.ts';

const TEMPLATES = 12_500;
const TEMPLATE_BYTES = 40_000;
const FILES = 125;
const FILE_BYTES = 4_000_000;

const WRITES_PER_SECOND = 200;
const ALONE_MS = 8_000;

/** Backs up a gigabyte, half of it media, during writes, and verifies the backup. */
export const backupFigure: Figure = {
  name: 'backup',
  whyLeftOut: whyNoUsage,
  async measure() {
    const directory = makeDirectory();
    const data = `${directory}/galley`;
    const first = initializeData(data);
    const server = await startGalley(data, first);
    const file = join(directory, 'backup.tar.zst');
    try {
      const write = await fill(server);
      const alone = new WriteLoad(write);
      await Bun.sleep(ALONE_MS);
      const timesAlone = await alone.stop();
      const memoryBefore = readResidentMegabytes(server.pid);
      const beside = new WriteLoad(write);
      const made = await runCommand(['backup', file, '--data', data]);
      const timesBeside = await beside.stop();
      const grown = readPeakMegabytes(server.pid) - memoryBefore;
      await server.stop();
      const verified = await runCommand(['backup', 'verify', file, '--scratch', directory]);
      process.stderr.write(
        `backup: ${made.content_bytes} bytes, file ${statSync(file).size}, ${made.seconds.toFixed(1)} s; ` +
          `${timesBeside.length} writes beside it; verified in ${verified.seconds.toFixed(1)} s\n`,
      );
      return toOutcomes({ timesAlone, timesBeside, grown, made, verifySeconds: verified.seconds });
    } finally {
      await server.stop();
      removeDirectory(directory);
    }
  },
};

interface Measured {
  timesAlone: readonly number[];
  timesBeside: readonly number[];
  grown: number;
  made: { content_bytes: number; seconds: number };
  verifySeconds: number;
}

function toOutcomes({ timesAlone, timesBeside, grown, made, verifySeconds }: Measured): Outcome[] {
  const common = { baseline: null, generatorLoad: null };
  return [
    {
      figure: 'slowest write beside a backup of 1 GB',
      ...{ unit: 'ms', galley: Math.max(...timesBeside), target: { atMost: 250 } },
      ...common,
    },
    {
      figure: 'p99 of writes beside it, baseline without it',
      ...{ unit: 'ms', galley: percentileOf(timesBeside), baseline: percentileOf(timesAlone) },
      ...{ target: { atMost: 1.3 }, generatorLoad: null },
    },
    {
      figure: 'backup, megabytes a second',
      ...{ unit: 'MB', galley: made.content_bytes / 1e6 / made.seconds, target: { atLeast: 60 } },
      ...common,
    },
    {
      figure: 'memory of the server that a backup adds',
      ...{ unit: 'MB', galley: grown, target: { atMost: 60 } },
      ...common,
    },
    {
      figure: 'restore and verify 1 GB',
      ...{ unit: 'ms', galley: verifySeconds * 1000, target: { atMost: 60_000 } },
      ...common,
    },
  ];
}

const percentileOf = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN;

/** Stores half a gigabyte of templates and as much of files. Returns the write that the load repeats. */
async function fill(server: RunningServer): Promise<(serial: number) => Promise<unknown>> {
  let tenant = await openTenant(server, 'acme');
  const [body = ''] = templateBodies(1, TEMPLATE_BYTES);
  const bodies = templateBodies(100, TEMPLATE_BYTES);
  const ids: string[] = [];
  for (let done = 0; done < TEMPLATES; done += bodies.length) {
    const numbered = bodies.map((text, index) => text.replace(SERIAL_MARK, toSerial(done + index)));
    const parts = [0, 1, 2, 3].map((part) => numbered.filter((_, index) => index % 4 === part));
    // A new token, because tokens expire after some minutes and a busy machine needs longer.
    tenant = await openTenant(server, 'acme');
    ids.push(...(await Promise.all(parts.map((part) => createTemplates(server, tenant, part)))).flat());
  }
  const upload = `http://127.0.0.1:${server.port}${tenant.templates.replace(/\/templates$/, '/media/upload')}`;
  for (let n = 0; n < FILES; n += 1) {
    const form = new FormData();
    const noise = crypto.getRandomValues(new Uint8Array(65_536));
    const content = new Uint8Array(FILE_BYTES).map(
      (_, index) => (noise[index % noise.length] ?? 0) ^ (index >> 16),
    );
    if (n % 25 === 0) tenant = await openTenant(server, 'acme');
    form.set('file', new File([`%PDF-1.7\n% ${n}\n`, content, '\n%%EOF\n'], `file ${n}.pdf`));
    const response = await fetch(upload, {
      method: 'POST',
      headers: { authorization: `Bearer ${tenant.token}` },
      body: form,
    });
    if (!response.ok) throw new Error(`upload: ${response.status} ${await response.text()}`);
  }
  const { token } = await openTenant(server, 'acme');
  return (serial) =>
    fetchOnce(server, {
      method: 'PUT',
      path: `${tenant.templates}/${ids[serial % ids.length]}`,
      token,
      body: body.replaceAll(SERIAL_MARK, toSerial(1_000_000 + serial)),
    });
}

let serial = 0;

/** Writes at an even rate until it is stopped. */
class WriteLoad {
  readonly #times: number[] = [];
  readonly #write: (serial: number) => Promise<unknown>;
  readonly #pending = new Set<Promise<void>>();
  readonly #timer: Timer;

  constructor(write: (serial: number) => Promise<unknown>) {
    this.#write = write;
    const elapsed = stopwatch();
    let sent = 0;
    this.#timer = setInterval(() => {
      for (; sent < (elapsed() / 1000) * WRITES_PER_SECOND; sent += 1) {
        const one = this.#send().finally(() => this.#pending.delete(one));
        this.#pending.add(one);
      }
    }, 5);
  }

  /** Returns how long each write took, in milliseconds. */
  async stop(): Promise<number[]> {
    clearInterval(this.#timer);
    await Promise.all(this.#pending);
    return this.#times;
  }

  async #send(): Promise<void> {
    serial += 1;
    const elapsed = stopwatch();
    await this.#write(serial);
    this.#times.push(elapsed());
  }
}

async function runCommand(args: string[]): Promise<{ content_bytes: number; seconds: number }> {
  const elapsed = stopwatch();
  const child = Bun.spawn([BINARY, ...args, '--json', '--allow-ephemeral'], { stderr: 'inherit' });
  const output = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error(`galley ${args.join(' ')} failed: ${output}`);
  return { ...JSON.parse(output), seconds: elapsed() / 1000 };
}
