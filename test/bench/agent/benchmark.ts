import type { Client } from '@modelcontextprotocol/client';
import type { TemplateContent } from '../../../src/mail/model/index.ts';
import { drawPng, formOf } from '../../features/media/library.ts';
import { createTemplates, openTenant, sendOnce } from '../client.ts';
import {
  initializeData,
  makeDirectory,
  type RunningServer,
  removeDirectory,
  startGalley,
} from '../servers.ts';
import { type Seat, seatIn } from '../tool-requests.ts';
import { type Cost, connect, countTokens, followScript } from './conversation.ts';
import { JOBS, type Job, type JobTenant } from './jobs.ts';
import { NEWSLETTER } from './newsletter.ts';
import type { AgentReport } from './report.ts';
import { CHANGES, creation, type Step, type Task } from './tasks.ts';

/** Other templates of the tenant. */
const OTHERS = 30;

/**
 * Counts the calls and tokens that tasks cost with the tools. Scripts stand in for a model, so the result is the same
 * on every machine.
 */
export const agentBenchmark = {
  name: 'agent',
  async count(): Promise<AgentReport> {
    const directory = makeDirectory();
    try {
      const first = initializeData(directory);
      const galley = await startGalley(directory, first);
      try {
        const server: BenchmarkServer = { galley, openSeat: (tenant) => seatIn(first, tenant) };
        const whole = await readWhole(server, await stockTenant(server, 'whole'));
        const tasks = [];
        for (const [index, task] of [creation(whole), ...CHANGES].entries()) {
          const scripted = await perform(server, `scripted-${index}`, task, task.script);
          const naive = await perform(server, `naive-${index}`, task, task.naive);
          tasks.push({ task: task.title, galley: scripted, naive });
        }
        const jobs = [];
        for (const [index, job] of JOBS.entries())
          jobs.push({ job: job.title, cost: await performJob(server, `job-${index}`, job) });
        return { tasks, jobs, fixed: await countFixed(server) };
      } finally {
        await galley.stop();
      }
    } finally {
      removeDirectory(directory);
    }
  },
};

interface BenchmarkServer {
  galley: RunningServer;
  openSeat(tenant: string): Seat;
}

interface StockedTenant {
  tenant: string;
  /** The newsletter's id. */
  id: string;
}

/** A tenant with the newsletter among others. */
async function stockTenant({ galley }: BenchmarkServer, tenant: string): Promise<StockedTenant> {
  const open = await openTenant(galley, tenant);
  const others = Array.from({ length: OTHERS }, (_, index) => `Letter to the members, no. ${index + 1}`);
  const bodies = [NEWSLETTER.name, ...others].map((name) =>
    JSON.stringify({ name, content: NEWSLETTER.content }),
  );
  const [id] = await createTemplates(galley, open, bodies);
  return { tenant, id: id as string };
}

/** A template's content as an editor gets it. */
async function readWhole(
  { galley }: BenchmarkServer,
  { tenant, id }: StockedTenant,
): Promise<TemplateContent> {
  const { token, templates } = await openTenant(galley, tenant);
  const answer = await sendOnce(galley, { method: 'GET', path: `${templates}/${id}`, token });
  return (answer as { data: { content: TemplateContent } }).data.content;
}

/** Performs a task in a new tenant. Throws unless the template then is as the task asks. */
async function perform(
  server: BenchmarkServer,
  tenant: string,
  task: Task,
  script: readonly Step[],
): Promise<Cost> {
  const stocked = await stockTenant(server, tenant);
  const before = await readWhole(server, stocked);
  return withClient(server, tenant, async (client) => {
    const { cost, answers } = await followScript(client, script);
    const { id } = script.some(({ tool }) => tool === 'create-template') ? answers[0] : stocked;
    const after = await readWhole(server, { tenant, id });
    if (!task.isDone(after, before)) {
      throw new Error(`"${task.title}" came out wrong: ${JSON.stringify(after)}`);
    }
    return cost;
  });
}

/** Performs a job in a new tenant. Throws unless the tenant then is as the job asks. */
async function performJob(server: BenchmarkServer, tenant: string, job: Job): Promise<Cost> {
  const { galley } = server;
  const { token, templates } = await openTenant(galley, tenant);
  return withClient(server, tenant, async (client) => {
    const place: JobTenant = {
      call: async (tool, args) => (await followScript(client, [{ tool, arguments: () => args }])).answers[0],
      async upload(seed, filename) {
        const url = `http://127.0.0.1:${galley.port}${templates.replace(/templates$/, 'media/upload')}`;
        const headers = { authorization: `Bearer ${token}` };
        const body = formOf(drawPng(seed), filename);
        const answer = await fetch(url, { method: 'POST', headers, body });
        if (!answer.ok) throw new Error(`the upload was answered with ${answer.status}`);
        return ((await answer.json()) as { data: { id: string; url: string } }).data;
      },
    };
    await job.prepare(place);
    const { cost, answers } = await followScript(client, job.script);
    if (!(await job.isDone(place, answers))) throw new Error(`"${job.title}" came out wrong`);
    return cost;
  });
}

async function countFixed(server: BenchmarkServer): Promise<AgentReport['fixed']> {
  return withClient(server, 'whole', async (client) => {
    const { tools } = await client.listTools();
    const { contents } = await client.readResource({ uri: 'service://schema/blocks' });
    const schema = contents.map((content) => ('text' in content ? content.text : '')).join('');
    const { cost } = await followScript(client, [{ tool: 'get-project-config', arguments: () => ({}) }]);
    return [
      { what: `tools/list (${tools.length} tools)`, tokens: countTokens(JSON.stringify(tools)) },
      { what: 'instructions', tokens: countTokens(client.getInstructions() ?? '') },
      { what: 'if called, get-project-config', tokens: cost.written + cost.read },
      { what: 'if read, service://schema/blocks', tokens: countTokens(schema) },
    ];
  });
}

async function withClient<Value>(
  server: BenchmarkServer,
  tenant: string,
  use: (client: Client) => Promise<Value>,
): Promise<Value> {
  const client = await connect(server.galley.port, server.openSeat(tenant));
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}
