import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { openService } from '../../src/app.ts';
import { loadSettings } from '../../src/config/index.ts';
import { selectProject, selectTenant } from '../../src/features/projects/index.ts';
import type { TenantScope } from '../../src/platform/scope.ts';
import {
  askGalley,
  createInitializedDirectory,
  GUARD_MS,
  runGalley,
  startServer,
  type TestDirectory,
} from './support.ts';

setDefaultTimeout(GUARD_MS);

let place: TestDirectory;
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the answer holds
let first: any;

beforeAll(async () => {
  ({ place, first } = await createInitializedDirectory());
  await recordCalls();
});
afterAll(() => place.remove());

/** 60 calls of an agent, the last of which changed a template. */
async function recordCalls(): Promise<void> {
  const flags = { data: place.data, allow_ephemeral: true, log_level: 'silent' };
  const { deps, close } = await openService(loadSettings(flags, {}));
  const { recorder } = deps.services.audit;
  const { reader } = deps.db;
  const project = await selectProject(reader, first.project_id);
  const tenant = await selectTenant(reader, first.project_id, first.tenant);
  const plan = deps.plans.get('scale');
  if (project === undefined || tenant === undefined || plan === undefined)
    throw new Error('nothing was set up');
  const actor = { kind: 'agent' as const, id: 'key-1', name: 'Claude' };
  const scope: TenantScope = {
    kind: 'tenant',
    actor,
    teamId: project.teamId,
    projectId: project.id,
    tenant,
    plan,
    surface: 'mcp',
  };
  const at = Date.parse('2026-11-21T12:00:00Z');
  for (let i = 0; i < 59; i += 1) {
    const call = { at: at + i, scope, tool: 'get-template', outcome: 'ok' as const, durationMs: 1 };
    await recorder.record(call, { durable: false });
  }
  const update = {
    at: at + 59,
    scope,
    client: { name: 'claude-code', version: '2.1.0' },
    tool: 'update-template',
    templateId: 'template-1',
    outcome: 'ok' as const,
    versionBefore: 3,
    versionAfter: 4,
    durationMs: 12,
    resultBytes: 345,
  };
  await recorder.record(update, { durable: true });
  await close();
}

describe('galley audit', () => {
  test('shows a table for people, with the way to the next page', async () => {
    const { status, stdout } = await runGalley(place, ['audit']);
    expect(status).toBe(0);
    const lines = stdout.trim().split('\n');
    expect(lines).toHaveLength(52);
    expect(lines[0]).toMatch(
      /^TIME +PROJECT +TENANT +KEY +CLIENT +TOOL +TEMPLATE +OUTCOME +VERSION +MS +BYTES$/,
    );
    expect(lines[1]).toMatch(
      /^2026-11-21T12:00:00\.059Z .* default +Claude +claude-code\/2\.1\.0 +update-template +template-1 +ok +3 → 4 +12 +345$/,
    );
    const cursor = /^More: the same command with --cursor (\S+)$/.exec(lines[51] as string)?.[1] as string;
    const rest = (await runGalley(place, ['audit', '--cursor', cursor])).stdout.trim().split('\n');
    expect(rest).toHaveLength(11);
    expect(rest.join()).not.toContain('More:');
  });

  test('narrows, with or without a server', async () => {
    const flags = ['--project', first.project_id, '--tenant', first.tenant, '--key', 'key-1'];
    const more = ['--tool', 'update-template', '--template', 'template-1', '--since', '2026-11-21'];
    const found = await askGalley(place, 'audit', ...flags, ...more);
    expect(found.items).toMatchObject([{ tool: 'update-template', version_before: 3, version_after: 4 }]);
    const none = await runGalley(place, ['audit', '--since', '2026-11-22']);
    expect(none.stdout).toBe('There are no calls of tools, or none that match.\n');
    const server = await startServer(place);
    expect(await askGalley(place, 'audit', ...flags, ...more)).toEqual(found);
    expect(await server.stop()).toBe(0);
  });

  test('--help explains it, and touches nothing', async () => {
    const { status, stdout } = await runGalley(place, ['audit', '--help', '--data', 'nowhere']);
    expect(status).toBe(0);
    for (const text of ['galley audit', '--tenant', '--since', '--data', '--json']) {
      expect(stdout).toContain(text);
    }
  });

  test.each([
    ['audit --project nobody', 'Project not found'],
    ['audit --tenant default', '--project is required'],
    ['audit --since yesterday', '2027-12-31'],
    ['audit --cursor forged', 'cursor'],
  ])('%s → one line on standard error that says %s', async (command, names) => {
    const { status, stdout, stderr } = await runGalley(place, command.split(' '));
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^galley: [^\n]+\n$/);
    expect(stderr).toContain(names);
  });
});
