import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { signUser } from '../support/signed-user.ts';
import { smallContent } from '../support/test-app.ts';
import {
  askGalley,
  createInitializedDirectory,
  GUARD_MS,
  openTenant,
  runGalley,
  startServer,
  type Tenant,
  type TestDirectory,
} from './support.ts';

setDefaultTimeout(GUARD_MS);

let place: TestDirectory;
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the answer holds
let first: any;
let template: string;

beforeAll(async () => {
  ({ place, first } = await createInitializedDirectory());
  const server = await startServer(place);
  const tenant = await openTenant(server.url, first, first.tenant);
  template = await changeThings(tenant);
  // What was answered is in the feed, however the server ends.
  await server.kill();
});
afterAll(() => place.remove());

/** A template, 60 comments on it, its end, and another template. */
async function changeThings(tenant: Tenant): Promise<string> {
  const body = { name: 'Letter', content: smallContent() };
  const { id } = (await tenant.call('POST', '/templates', { body })).body.data;
  const user = signUser(first.signing_key);
  for (let i = 0; i < 60; i += 1) {
    const answer = await tenant.call('POST', `/templates/${id}/comments`, {
      body: { body: `No. ${i}`, ...user },
    });
    expect(answer.status).toBe(201);
  }
  expect((await tenant.call('DELETE', `/templates/${id}`)).status).toBe(204);
  const other = await tenant.call('POST', '/templates', { body: { name: 'Other', content: smallContent() } });
  expect(other.status).toBe(201);
  return id;
}

describe('galley audit activity', () => {
  test('shows a table for people, with the way to the next page', async () => {
    const { status, stdout } = await runGalley(place, ['audit', 'activity']);
    expect(status).toBe(0);
    const lines = stdout.trim().split('\n');
    expect(lines).toHaveLength(52);
    expect(lines[0]).toMatch(/^TIME +PROJECT +TENANT +WHO +THROUGH +WHAT +TEMPLATE +VERSION +ABOUT$/);
    expect(lines[1]).toMatch(/ default +default +rest +template\.created +[0-9a-f-]{36} +1 +Other$/);
    // The template is in the trash: entries keep its name and texts of its comments.
    expect(lines[2]).toMatch(/ default +default +rest +template\.deleted +[0-9a-f-]{36} +1 +Letter$/);
    expect(lines[3]).toMatch(/ default +Ada +rest +comment\.created +[0-9a-f-]{36} +- +No\. 59$/);
    const cursor = /^More: the same command with --cursor (\S+)$/.exec(lines[51] as string)?.[1] as string;
    const rest = (await runGalley(place, ['audit', 'activity', '--cursor', cursor])).stdout
      .trim()
      .split('\n');
    expect(rest).toHaveLength(14);
    expect(rest.join()).not.toContain('More:');
  });

  test('narrows, with or without a server', async () => {
    const flags = ['--project', first.project_id, '--tenant', first.tenant, '--template', template];
    const more = ['--type', 'template', '--actor', first.tenant, '--since', '2026-01-01'];
    const found = await askGalley(place, 'audit', 'activity', ...flags, ...more);
    const types = found.items.map((item: { type: string }) => item.type);
    expect(types).toEqual(['template.deleted', 'template.created']);
    const none = await runGalley(place, ['audit', 'activity', '--since', '2100-01-01']);
    expect(none.stdout).toBe('There are no changes, or none that match.\n');
    const server = await startServer(place);
    expect(await askGalley(place, 'audit', 'activity', ...flags, ...more)).toEqual(found);
    expect(await server.stop()).toBe(0);
  });

  test('--help explains it, and touches nothing', async () => {
    const { status, stdout } = await runGalley(place, ['audit', 'activity', '--help', '--data', 'nowhere']);
    expect(status).toBe(0);
    for (const text of ['galley audit activity', '--actor', '--since', '--data', '--json']) {
      expect(stdout).toContain(text);
    }
    expect((await runGalley(place, ['audit', '--help'])).stdout).toContain('activity');
  });

  test.each([
    ['audit activity --project nobody', 'Project not found'],
    ['audit activity --tenant default', '--project is required'],
    ['audit activity --since yesterday', '2027-12-31'],
    ['audit activity --cursor forged', 'cursor'],
  ])('%s → one line on standard error that says %s', async (command, names) => {
    const { status, stdout, stderr } = await runGalley(place, command.split(' '));
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^galley: [^\n]+\n$/);
    expect(stderr).toContain(names);
  });
});
