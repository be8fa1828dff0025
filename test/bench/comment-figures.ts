import { signUser } from '../support/signed-user.ts';
import {
  createTemplates,
  fetchOnce,
  type OpenTenant,
  openTenant,
  sendOnce,
  templateBodies,
} from './client.ts';
import type { Figure } from './figure.ts';
import { type PlannedRequest, SERIAL_MARK } from './load-plan.ts';
import { compareUnderLoad, type LoadTarget } from './measure.ts';
import {
  type FirstProject,
  initializeData,
  makeDirectory,
  type RunningScript,
  type RunningServer,
  removeDirectory,
  startGalley,
  startScript,
} from './servers.ts';

/** Threads of a template with a long discussion. */
const THREADS = 500;
const REPLIES_PER_THREAD = 4;

/** Templates that get comments: so many that none reaches its limit. */
const TEMPLATES = 128;

/** A remark of three sentences. */
const REMARK =
  'The headline is too long for a phone, it breaks in three lines. Could we shorten it to the offer itself? The rest may go into the preheader, where nobody sees it break.';

interface CommentBench {
  server: RunningServer;
  tenant: OpenTenant;
  user: ReturnType<typeof signUser>;
}

export const commentFigures: readonly Figure[] = [
  {
    name: 'comment-list',
    async measure() {
      return measureComments('list 500 threads with 2,000 replies', 0.4, async (bench) => {
        const [id = ''] = await createTemplates(bench.server, bench.tenant, templateBodies(1, 40_000));
        await discuss(bench, `${bench.tenant.templates}/${id}/comments`);
        const { token, templates } = bench.tenant;
        return [{ method: 'GET', path: `${templates}/${id}/comments`, token }];
      });
    },
  },
  {
    name: 'comment-write',
    async measure() {
      return measureComments('comment, on the disk before it is answered', 0.6, async (bench) => {
        const ids = await createTemplates(bench.server, bench.tenant, templateBodies(TEMPLATES, 1_000));
        const body = JSON.stringify({ body: `${SERIAL_MARK} ${REMARK}`, ...bench.user });
        const { token, templates } = bench.tenant;
        return ids.map((id) => ({ method: 'POST', path: `${templates}/${id}/comments`, token, body }));
      });
    },
  },
];

/** Galley and the bare server under the same requests; the bare one lists what Galley answers. */
async function measureComments(
  figure: string,
  atLeast: number,
  prepare: (bench: CommentBench) => Promise<PlannedRequest[]>,
) {
  const directory = makeDirectory();
  const servers: RunningScript[] = [];
  try {
    const data = `${directory}/galley`;
    const first = initializeData(data) as FirstProject & { signing_key: string };
    const server = await startGalley(data, first);
    servers.push(server);
    const tenant = await openTenant(server, 'bench');
    const requests = await prepare({ server, tenant, user: signUser(first.signing_key) });
    const galley: LoadTarget = { port: server.port, requests };
    const bare = await startBare(directory, galley, servers);
    const compared = await compareUnderLoad(galley, { port: bare.port, requests });
    return [
      {
        figure,
        unit: 'requests/s' as const,
        galley: compared.a,
        baseline: compared.b,
        target: { atLeast },
        generatorLoad: compared.generatorLoad,
      },
    ];
  } finally {
    for (const server of servers) await server.stop();
    removeDirectory(directory);
  }
}

async function startBare(
  directory: string,
  { port, requests }: LoadTarget,
  servers: RunningScript[],
): Promise<RunningScript> {
  const [request] = requests;
  if (request === undefined) throw new Error('there is nothing to send');
  const isList = request.method === 'GET';
  const answer = isList ? await fetchOnce({ port }, request) : '';
  await Bun.write(`${directory}/answer.json`, answer);
  const bare = await startScript('comment-baseline.ts', [
    `${directory}/baseline.db`,
    `${directory}/answer.json`,
  ]);
  servers.push(bare);
  if (isList && (await fetchOnce(bare, request)) !== answer)
    throw new Error('the baseline answers otherwise');
  return bare;
}

async function discuss({ server, tenant, user }: CommentBench, path: string): Promise<void> {
  const say = async (parent_id?: string): Promise<string> => {
    const body = JSON.stringify({ body: REMARK, ...user, ...(parent_id !== undefined && { parent_id }) });
    const request: PlannedRequest = { method: 'POST', path, token: tenant.token, body };
    return ((await sendOnce(server, request)) as { data: { id: string } }).data.id;
  };
  for (let thread = 0; thread < THREADS; thread += 1) {
    const root = await say();
    await Promise.all(Array.from({ length: REPLIES_PER_THREAD }, () => say(root)));
  }
}
