import { stopwatch } from '../../src/platform/clock.ts';
import { makeJpeg } from '../support/make-pictures.ts';
import { createTemplates, fetchOnce, type OpenTenant, openTenant, templateBodies } from './client.ts';
import type { Figure, Outcome } from './figure.ts';
import { type PlannedRequest, SERIAL_MARK, toSerial } from './load-plan.ts';
import { longMail } from './long-mail.ts';
import { generateLoad, median } from './measure.ts';
import { planUpload } from './media-files.ts';
import {
  BINARY,
  type FirstProject,
  initializeData,
  makeDirectory,
  type RunningServer,
  removeDirectory,
  startGalley,
} from './servers.ts';
import { planToolCall, seatIn } from './tool-requests.ts';

/** Connections of the tenant that floods the server. */
const CONNECTIONS = 16;

const FLOOD_SECONDS = 30;

/** The neighbor begins after this time. */
const START_AFTER_MS = 2_000;
const BESIDE_MS = 25_000;

/** Duration of the measurement without a flood, before each flood. All such times are joined. */
const ALONE_MS = 12_000;

/** Pause in which the jobs of a flood end. */
const REST_MS = 3_000;

/** Pause between two requests of the neighbor, so that it does not reach its own limits. */
const PAUSE_MS = 15;

/** Requests of the neighbor that run in workers. They are sent one after the other, and the other ones beside them. */
const SLOW_KINDS: readonly string[] = ['exports', 'imports', 'scores', 'uploads'];

/**
 * Priority of the flood's clients, below that of worker processes: they stand for other machines, so they must not take
 * processor time from the server.
 */
const LOWEST_PRIORITY = process.platform === 'win32' ? [] : ['nice', '-n', '19'];

/** Bytes of a usual template, of the largest one, and of the HTML that a flood imports. */
const TEMPLATE_BYTES = 40_000;
const LARGE_BYTES = 1_800_000;
const IMPORT_BYTES = 200_000;

const PERCENTILE = 0.99;

/** The default limits, except that tools have 1,200 calls a minute and not 120. Other figures raise the limits. */
const AS_INSTALLED = {
  GALLEY_RATE_LIMIT_READ: '12000',
  GALLEY_RATE_LIMIT_WRITE: '3000',
  GALLEY_RATE_LIMIT_RENDER: '1200',
  GALLEY_RATE_LIMIT_UPLOAD: '600',
  GALLEY_MCP_REQUESTS_PER_MINUTE: '1200',
  GALLEY_MCP_REQUESTS_PER_HOUR: '100000',
};

/** Milliseconds of each request, by kind. */
type Times = Map<string, number[]>;

type Requests = Record<string, PlannedRequest[]>;

/**
 * The 99th percentile of the time of requests of a tenant while another tenant floods the server, compared with the
 * time without a flood.
 */
export const neighborFigure: Figure = {
  name: 'neighbor',
  async measure() {
    const directory = makeDirectory();
    const data = `${directory}/galley`;
    const first = initializeData(data);
    const busyKey = createKey(data);
    const galley = await startGalley(data, first, AS_INSTALLED);
    try {
      const quiet = await planRequests(galley, first, 'quiet');
      const floods = await planFloods(galley, { ...first, api_key: busyKey });
      const alone: Times = new Map();
      const beside = new Map<string, Times>();
      // Starts workers and fills caches.
      await measure(galley, quiet, ALONE_MS / 4);
      for (const [name, requests] of Object.entries(floods)) {
        for (const [kind, times] of await measure(galley, quiet, ALONE_MS)) {
          alone.set(kind, [...(alone.get(kind) ?? []), ...times]);
        }
        const plan = {
          port: galley.port,
          connections: CONNECTIONS,
          requests,
          firstSerial: beside.size * 10_000_000,
          mayBeRefused: true,
          warmUpSeconds: 0,
          seconds: FLOOD_SECONDS,
        };
        const flood = generateLoad(plan, LOWEST_PRIORITY);
        await Bun.sleep(START_AFTER_MS);
        beside.set(name, await measure(galley, quiet, BESIDE_MS));
        const { requestsPerSecond, refused } = await flood;
        process.stderr.write(`flood of ${name}: ${Math.round(requestsPerSecond)}/s, ${refused} refused\n`);
        await Bun.sleep(REST_MS);
      }
      return toOutcomes(alone, beside);
    } finally {
      await galley.stop();
      removeDirectory(directory);
    }
  },
};

/** One outcome per kind of request, of the flood that delays it most. All times are written to standard error. */
function toOutcomes(alone: Times, beside: ReadonlyMap<string, Times>): Outcome[] {
  return [...alone].map(([kind, times]) => {
    const delays = [...beside].map(([flood, all]) => ({ flood, times: all.get(kind) ?? [] }));
    const list = delays.map(({ flood, times }) => `${flood} ${describe(times)}`);
    process.stderr.write(
      `${kind}, median and p99 in ms (requests): alone ${describe(times)}; ${list.join('; ')}\n`,
    );
    const worst = delays.reduce((a, b) => (percentileOf(b.times) > percentileOf(a.times) ? b : a));
    return {
      figure: `p99 of a neighbor's ${kind} beside the worst flood (${worst.flood})`,
      unit: 'ms',
      galley: percentileOf(worst.times),
      baseline: percentileOf(times),
      target: { atMost: 3 },
      generatorLoad: null,
    };
  });
}

function describe(times: readonly number[]): string {
  return `${median(times).toFixed(1)}, ${percentileOf(times).toFixed(1)} (${times.length})`;
}

/** The 99th percentile (nearest rank). */
function percentileOf(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * PERCENTILE) - 1] ?? Number.NaN;
}

let serial = 0;

/** Sends requests of each kind in turn. */
async function measure(galley: RunningServer, requests: Requests, milliseconds: number): Promise<Times> {
  const times: Times = new Map(Object.keys(requests).map((kind) => [kind, []]));
  const total = stopwatch();
  const sendInTurn = async (kinds: readonly string[]) => {
    for (let round = 0; total() < milliseconds; round += 1) {
      for (const kind of kinds) {
        const planned = requests[kind] as PlannedRequest[];
        const request = withSerial(planned[round % planned.length] as PlannedRequest);
        const elapsed = stopwatch();
        await send(galley, request);
        times.get(kind)?.push(elapsed());
        await Bun.sleep(PAUSE_MS);
      }
    }
  };
  const fastKinds = Object.keys(requests).filter((kind) => !SLOW_KINDS.includes(kind));
  await Promise.all([sendInTurn(fastKinds), sendInTurn(SLOW_KINDS)]);
  return times;
}

function withSerial(request: PlannedRequest): PlannedRequest {
  serial += 1;
  const { body, bytes } = request;
  if (body !== undefined) return { ...request, body: body.replaceAll(SERIAL_MARK, toSerial(serial)) };
  if (bytes === undefined) return request;
  const decoded = Buffer.from(bytes, 'base64');
  decoded.write(toSerial(serial), decoded.indexOf(SERIAL_MARK), 'latin1');
  return { ...request, bytes: decoded.toString('base64') };
}

async function send(galley: RunningServer, request: PlannedRequest): Promise<void> {
  const { method, path, token, headers, bytes } = request;
  if (bytes === undefined) {
    await fetchOnce(galley, request);
    return;
  }
  const response = await fetch(`http://127.0.0.1:${galley.port}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...headers },
    body: Buffer.from(bytes, 'base64'),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`upload: ${response.status} ${text}`);
}

/** Requests of the neighbor by kind. */
async function planRequests(galley: RunningServer, first: FirstProject, name: string): Promise<Requests> {
  const tenant = await openTenant(galley, name);
  const bodies = templateBodies(8, TEMPLATE_BYTES);
  const ids = await createTemplates(galley, tenant, bodies);
  const { templates, token } = tenant;
  const root = templates.replace(/\/templates$/, '');
  const post = (path: string, body: object): PlannedRequest => ({
    method: 'POST',
    path,
    token,
    body: JSON.stringify(body),
  });
  return {
    reads: ids.map((id) => ({ method: 'GET', path: `${templates}/${id}`, token })),
    lists: [{ method: 'GET', path: templates, token }],
    writes: ids.map((id, i) => ({
      method: 'PUT',
      path: `${templates}/${id}`,
      token,
      body: bodies[i] as string,
    })),
    exports: [post(`${root}/render`, { content: marked(longMail(10, 1)) })],
    imports: [post(`${templates}/import/from-html`, { source: htmlMail(20_000), dry_run: true })],
    scores: [post(`${templates}/${ids[0]}/ai/score`, { current_content: marked(longMail(10, 2)) })],
    uploads: [planUpload(`${root}/media/upload`, await makeMarkedPicture(400, 300), token)],
    tools: [planToolCall(seatIn(first, name), 'modern', 'get-template', { template_id: ids[0] })],
  };
}

/** Requests of the other tenant: the same kinds with the largest inputs, and the slowest requests. */
async function planFloods(galley: RunningServer, first: FirstProject): Promise<Requests> {
  const tenant: OpenTenant = await openTenant(galley, 'busy');
  const usual = await planRequests(galley, first, 'busy');
  const { templates, token } = tenant;
  const root = templates.replace(/\/templates$/, '');
  const large = templateBodies(8, LARGE_BYTES);
  const ids = await createTemplates(galley, tenant, large);
  const post = (path: string, body: object): PlannedRequest => ({
    method: 'POST',
    path,
    token,
    body: JSON.stringify(body),
  });
  const html = (content: string) => ({ blocks: [{ id: 'b1', type: 'html', content }], settings: {} });
  return {
    ...usual,
    'large writes': ids.map((id, i) => ({
      method: 'PUT',
      path: `${templates}/${id}`,
      token,
      body: large[i] as string,
    })),
    exports: [post(`${root}/render`, { content: marked(longMail(100, 3)) })],
    'hostile exports': [
      post(`${root}/render`, { content: html(`<p>${SERIAL_MARK}</p>${'<table><tr><td>'.repeat(120_000)}`) }),
    ],
    imports: [post(`${templates}/import/from-html`, { source: htmlMail(IMPORT_BYTES), dry_run: true })],
    scores: [post(`${templates}/${ids[0]}/ai/score`, { current_content: marked(longMail(100, 4)) })],
    uploads: [planUpload(`${root}/media/upload`, await makeMarkedPicture(2_000, 1_500), token)],
  };
}

/** A key for the agent of the other tenant, because agents have limits by key. */
function createKey(data: string): string {
  const { stdout } = Bun.spawnSync([BINARY, 'key', 'create', '--name', 'busy', '--json', '--data', data]);
  return (JSON.parse(stdout.toString()) as { api_key: string }).api_key;
}

/** A content with a number that differs from request to request, so that nothing is answered from a cache. */
function marked(content: object): object {
  return { ...content, settings: { preheaderText: `Issue ${SERIAL_MARK}` } };
}

function htmlMail(bytes: number): string {
  const story = '<tr><td><h2>News</h2><p>We measured it on an <em>old phone</em>.</p></td></tr>';
  return `<table><tr><td>${SERIAL_MARK}</td></tr>${story.repeat(Math.ceil(bytes / story.length))}</table>`;
}

async function makeMarkedPicture(width: number, height: number): Promise<Uint8Array> {
  const { addSegments, landscape } = await import('../support/make-pictures.ts');
  return addSegments(await makeJpeg(width, height, landscape), [0xfe, Buffer.from(SERIAL_MARK)]);
}
