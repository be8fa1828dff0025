import { findFreePort } from '../../scripts/free-port.ts';
import { openTenant, sendOnce, templateBodies } from './client.ts';
import type { Figure } from './figure.ts';
import { SERIAL_MARK, toSerial } from './load-plan.ts';
import { median } from './measure.ts';
import {
  initializeData,
  makeDirectory,
  removeDirectory,
  serveCommand,
  startGalley,
  waitUntilHealthy,
} from './servers.ts';

const STARTS = 10;

/** Time from the start of the process to its first answer with 200, on a data directory that was used before. */
export const coldStartFigure: Figure = {
  name: 'cold-start',
  async measure() {
    const directory = makeDirectory();
    try {
      const data = `${directory}/galley`;
      await useOnce(data);
      const times: number[] = [];
      for (let start = 0; start < STARTS; start += 1) times.push(await timeStart(data));
      return [
        {
          figure: 'cold start to first 200',
          unit: 'ms',
          galley: median(times),
          baseline: null,
          target: { atMost: 150 },
          generatorLoad: null,
        },
      ];
    } finally {
      removeDirectory(directory);
    }
  },
};

/** Sets a data directory up, sends a few requests to a server on it, and stops it. */
async function useOnce(data: string): Promise<void> {
  const server = await startGalley(data, initializeData(data));
  try {
    const { token, templates } = await openTenant(server, 'bench');
    for (const [index, body] of templateBodies(5, 40_000).entries()) {
      const numbered = body.replace(SERIAL_MARK, toSerial(index));
      await sendOnce(server, { method: 'POST', path: templates, token, body: numbered });
      await sendOnce(server, { method: 'GET', path: templates, token });
    }
  } finally {
    await server.stop();
  }
}

async function timeStart(data: string): Promise<number> {
  const port = findFreePort();
  const started = performance.now();
  const child = Bun.spawn(serveCommand(data, port), { stdio: ['ignore', 'ignore', 'inherit'] });
  try {
    await waitUntilHealthy(port);
    return performance.now() - started;
  } finally {
    child.kill('SIGTERM');
    await child.exited;
  }
}
