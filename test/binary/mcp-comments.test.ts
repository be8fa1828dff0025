import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { processCount } from '../support/engine.ts';
import { signUser } from '../support/signed-user.ts';
import { smallContent } from '../support/test-app.ts';
import { type Installation, openInstallation } from './installation.ts';
import { callTool, FLAVOURS, type Flavour, type Reach, useTool } from './mcp-clients.ts';
import { reachProcess } from './mcp-process.ts';
import { type FirstRun, GUARD_MS, openTenant, type Tenant } from './support.ts';

setDefaultTimeout(GUARD_MS);

let installation: Installation;
let first: FirstRun;
let tenant: Tenant;

beforeAll(async () => {
  installation = await openInstallation();
  ({ first } = installation);
  tenant = await openTenant(installation.url, first, first.tenant);
});
afterAll(() => installation?.stop());

const reachHttp = (): Reach => ({
  url: `${installation.url}/api/v1/mcp`,
  headers: {
    Authorization: `Bearer ${first.api_key}`,
    'X-Project-Id': first.project_id,
    'X-Tenant': first.tenant,
  },
});
const reachStdio = (): Reach => reachProcess(installation.place, first.project_id, '--agent', 'First key');

type Way = [client: string, way: string, flavour: Flavour, reach: () => Reach];

const ways = FLAVOURS.flatMap((flavour): Way[] => {
  const byHttp: Way = [flavour.label, 'by HTTP', flavour, reachHttp];
  // It refuses to work beside several servers.
  const overProcess: Way = [flavour.label, 'over a process', flavour, reachStdio];
  return processCount > 0 ? [byHttp] : [byHttp, overProcess];
});

test.each(ways)('a person and an agent discuss a template: %s, %s', async (_label, way, flavour, reach) => {
  const body = { name: 'Letter', content: smallContent() };
  const template_id = (await tenant.call('POST', '/templates', { body })).body.data.id;
  const comments = `/templates/${template_id}/comments`;
  const user = signUser(first.signing_key);
  const said = { body: 'Please <b>shorten</b> this', block_id: 'b1', ...user };
  const root = (await tenant.call('POST', comments, { body: said })).body.data.id;
  const { client, faults } = await flavour.connect(reach());
  try {
    const { items, open } = await useTool(client, 'list-comments', { template_id, status: 'open' });
    expect([items.length, open, items[0].body]).toEqual([1, 1, 'Please <b>shorten</b> this']);
    const reply = await useTool(client, 'create-comment', { template_id, parent_id: root, body: 'Shrt' });
    await useTool(client, 'update-comment', { template_id, comment_id: reply.id, body: 'Shortened' });
    const extra = await useTool(client, 'create-comment', { template_id, body: 'To delete' });
    await useTool(client, 'delete-comment', { template_id, comment_id: extra.id });
    await useTool(client, 'resolve-comment', { template_id, comment_id: root, resolved: true });
    const refused = await callTool(client, 'delete-comment', { template_id, comment_id: root });
    expect(refused).toMatchObject({ isError: true, message: expect.stringContaining('Ada') });
    expect(faults).toEqual([]);
  } finally {
    await client.close();
  }
  const { data } = (await tenant.call('GET', comments)).body;
  expect(data).toMatchObject([
    {
      id: root,
      resolved_by_name: expect.stringMatching(/^.+ via First key$/),
      replies: [
        { body: 'Shortened', author_name: expect.stringMatching(/^.+ via First key$/), author_type: 'agent' },
      ],
    },
  ]);
  const feed = (await tenant.call('GET', `/templates/${template_id}/activity?type=comment`)).body.data;
  const surface = way === 'by HTTP' ? 'mcp' : 'cli';
  const seen = feed.map((item: { type: string; surface: string; actor: { kind: string } }) => [
    item.type.slice('comment.'.length),
    item.surface,
    item.actor.kind,
  ]);
  expect(seen).toEqual([
    ['resolved', surface, 'agent'],
    ['deleted', surface, 'agent'],
    ['created', surface, 'agent'],
    ['updated', surface, 'agent'],
    ['created', surface, 'agent'],
    ['created', 'rest', 'user'],
  ]);
});
