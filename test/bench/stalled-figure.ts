import { connect, type Socket } from 'node:net';
import { createTemplates, type OpenTenant, openTenant, sendOnce, templateBodies } from './client.ts';
import type { Figure } from './figure.ts';
import { CONNECTIONS, generateLoad } from './measure.ts';
import { readResidentMegabytes, whyNoUsage } from './process-usage.ts';
import {
  initializeData,
  makeDirectory,
  type RunningServer,
  removeDirectory,
  startGalley,
} from './servers.ts';

const TENANTS = 4;
const READERS_PER_TENANT = 50;
const SNAPSHOTS = 10;
const CONTENT_BYTES = 1_900_000;

/** Of ten readers, two request a template and eight its history, the largest answer. */
const isHistory = (index: number) => index % 10 < 8;

const LOAD = { warmUpSeconds: 0.5, seconds: 2 };

/** Memory with 200 clients that request the largest answers and do not read them, and the times of other clients. */
export const stalledFigure: Figure = {
  name: 'stalled',
  whyLeftOut: whyNoUsage,
  async measure() {
    const directory = makeDirectory();
    try {
      const galley = await startGalley(directory, initializeData(directory));
      try {
        return await measureStalled(galley);
      } finally {
        await galley.stop();
      }
    } finally {
      removeDirectory(directory);
    }
  },
};

async function measureStalled(galley: RunningServer) {
  const paths: { tenant: OpenTenant; template: string }[] = [];
  for (let index = 0; index < TENANTS; index += 1) {
    const tenant = await openTenant(galley, `large-${index}`);
    paths.push({ tenant, template: await createHistory(galley, tenant) });
  }
  const other = await openTenant(galley, 'other');
  const ids = await createTemplates(galley, other, templateBodies(CONNECTIONS, 40_000));
  const requests = ids.map((id) => ({
    method: 'GET' as const,
    path: `${other.templates}/${id}`,
    token: other.token,
  }));
  const load = { port: galley.port, connections: CONNECTIONS, requests, ...LOAD, firstSerial: 0 };
  const alone = await generateLoad(load);
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, readResidentMegabytes(galley.pid));
  }, 20);
  const sockets = await Promise.all(
    paths.flatMap(({ tenant, template }) =>
      Array.from({ length: READERS_PER_TENANT }, (_, index) =>
        startReading(galley, tenant, isHistory(index) ? `${template}/snapshots` : template),
      ),
    ),
  );
  const beside = await generateLoad(load);
  clearInterval(timer);
  for (const socket of sockets) socket.destroy();
  const generatorLoad = Math.max(alone.generatorLoad, beside.generatorLoad);
  return [
    {
      figure: 'memory with 200 clients that do not read the largest answers, peak',
      unit: 'MB' as const,
      galley: peak,
      baseline: null,
      target: { atMost: 400 },
      generatorLoad: null,
    },
    {
      figure: 'GET template of another tenant beside them, baseline alone',
      unit: 'requests/s' as const,
      galley: beside.requestsPerSecond,
      baseline: alone.requestsPerSecond,
      target: { atLeast: 0.8 },
      generatorLoad,
    },
  ];
}

/** A template with large snapshots; resolves to its path. */
async function createHistory(galley: RunningServer, tenant: OpenTenant): Promise<string> {
  const [id] = await createTemplates(galley, tenant, [largeBody('template')]);
  const path = `${tenant.templates}/${id}`;
  for (let serial = 0; serial < SNAPSHOTS; serial += 1) {
    const body = largeBody(`snapshot ${serial}`);
    await sendOnce(galley, { method: 'POST', path: `${path}/snapshots`, token: tenant.token, body });
  }
  return path;
}

function largeBody(start: string): string {
  const content = `<p>${start} ${'words '.repeat(CONTENT_BYTES / 6)}</p>`;
  return JSON.stringify({ content: { blocks: [{ id: 'b1', type: 'paragraph', content }], settings: {} } });
}

/** Sends a request and reads the beginning of the answer only. */
async function startReading({ port }: RunningServer, { token }: OpenTenant, path: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  socket.once('data', () => {
    socket.pause();
    resolve(socket);
  });
  socket.once('error', reject);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`);
  return promise;
}
