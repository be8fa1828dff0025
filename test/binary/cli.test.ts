import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, readdirSync } from 'node:fs';
import { askGalley, createInitializedDirectory, GUARD_MS, runGalley, type TestDirectory } from './support.ts';

setDefaultTimeout(GUARD_MS);

let place: TestDirectory;
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the answer holds
let first: any;

beforeAll(async () => {
  ({ place, first } = await createInitializedDirectory());
});
afterAll(() => place.remove());

const COMMANDS = [
  ['serve'],
  ['init'],
  ['project', 'create'],
  ['project', 'list'],
  ['project', 'rotate-secret'],
  ['project', 'set-plan'],
  ['project', 'brand', 'show'],
  ['project', 'brand', 'set'],
  ['project', 'brand', 'clear'],
  ['tenant', 'list'],
  ['tenant', 'delete'],
  ['key', 'create'],
  ['key', 'list'],
  ['key', 'revoke'],
  ['key', 'regenerate'],
  ['team', 'create'],
  ['team', 'list'],
  ['token-key', 'list'],
  ['token-key', 'rotate'],
  ['audit'],
  ['audit', 'usage'],
  ['ai', 'check'],
  ['ai', 'usage'],
  ['mcp'],
  ['check'],
  ['version'],
];

test.each(COMMANDS)('%s %s --help explains the command and touches nothing', async (...command) => {
  const { status, stdout, stderr } = await runGalley(place, [...command, '--help', '--data', 'nowhere']);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  for (const text of [`galley ${command.join(' ')}`, '--data', '--json']) expect(stdout).toContain(text);
  expect(existsSync(`${place.dir}/nowhere`)).toBe(false);
});

describe('projects', () => {
  test('create shows credentials once, list never', async () => {
    const created = await askGalley(place, 'project', 'create', '--name', 'Shop', '--plan', 'growth');
    expect(created).toMatchObject({ name: 'Shop', plan: 'growth', team_id: first.team_id });
    const listed = await runGalley(place, ['project', 'list', '--json']);
    expect(JSON.parse(listed.stdout)).toHaveLength(2);
    for (const secret of [created.client_secret, created.signing_key]) {
      expect(created.client_secret.length).toBeGreaterThanOrEqual(32);
      expect(listed.stdout).not.toContain(secret);
    }
    const table = (await runGalley(place, ['project', 'list'])).stdout;
    for (const text of ['Shop', 'growth', created.id, created.client_id]) expect(table).toContain(text);
  });

  test('rotate-secret gives a new one and says how long the old one lives', async () => {
    const command = ['project', 'rotate-secret', first.project_id];
    const rotated = await askGalley(place, ...command);
    expect(rotated.client_secret).not.toBe(first.client_secret);
    const hours = (Date.parse(rotated.old_secret_expires_at) - Date.now()) / 3_600_000;
    expect(hours).toBeWithin(23.5, 24.01);
    const { stdout } = await runGalley(place, [...command, '--overlap', '7d']);
    expect(stdout).toMatch(
      /^The old secret is accepted until \S+Z\.\nTo end it earlier, rotate again with --now\./,
    );
  });

  test('rotate-secret --now ends the old one at once', async () => {
    const command = ['project', 'rotate-secret', first.project_id, '--now'];
    const rotated = await askGalley(place, ...command);
    expect(Date.parse(rotated.old_secret_expires_at)).toBeLessThanOrEqual(Date.now());
    expect((await runGalley(place, command)).stdout).toStartWith('The old secret is refused from now on.');
    const refused = await runGalley(place, [...command, '--overlap', '7d']);
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('--now and --overlap')]);
  });

  test('set-plan', async () => {
    const changed = await askGalley(place, 'project', 'set-plan', first.project_id, 'starter');
    expect(changed).toEqual({ project_id: first.project_id, plan: 'starter' });
  });
});

describe('tenants', () => {
  test('list and delete; without a terminal nothing is deleted unasked', async () => {
    const project = ['--project', first.project_id];
    const before = await askGalley(place, 'tenant', 'list', ...project);
    expect(before.items).toMatchObject([{ tenant: 'default', template_count: 0 }]);
    const unasked = await runGalley(place, ['tenant', 'delete', ...project, 'default']);
    expect(unasked.status).toBe(1);
    expect(unasked.stderr).toContain('--yes');
    expect((await askGalley(place, 'tenant', 'list', ...project)).items).toHaveLength(1);
    const misnamed = await runGalley(place, [
      'tenant',
      'delete',
      ...project,
      'default',
      '--confirm',
      'other',
    ]);
    expect(misnamed.stderr).toContain('the name is "default"');
    const gone = await askGalley(place, 'tenant', 'delete', ...project, 'default', '--confirm', 'default');
    expect(gone.tenant).toBe('default');
    expect((await askGalley(place, 'tenant', 'list', ...project)).items).toEqual([]);
    expect(await askGalley(place, 'tenant', 'trash', ...project)).toMatchObject({
      items: [{ tenant: 'default' }],
    });
    expect(await askGalley(place, 'tenant', 'restore', ...project, 'default')).toMatchObject({
      tenant: 'default',
    });
    const suspended = await askGalley(place, 'tenant', 'suspend', ...project, 'default', '--read-only');
    expect(suspended.suspended).toBe('read_only');
    expect((await askGalley(place, 'tenant', 'usage', ...project, 'default')).templates.used).toBe(0);
    const hundred = ['--limit', 'storage_limit_bytes=100MB'];
    const limited = await runGalley(place, ['tenant', 'set-plan', 'default', ...project, ...hundred]);
    expect(limited.stdout).toMatch(/storage_limit_bytes +104857600 \(100 MB\) \(own\)/);
    expect((await runGalley(place, ['tenant', 'usage', ...project, 'default'])).stdout).toMatch(
      /storage_bytes +0 bytes +[\d.]+ MB +100 MB/,
    );
    const wrong = await runGalley(place, [
      ...['tenant', 'set-plan', 'default', ...project, '--limit', 'max_templates=100MB'],
    ]);
    expect(wrong.stderr).toContain('must be a whole number, none or plan');
    await askGalley(place, 'tenant', 'delete', ...project, 'default', '--now', '--yes');
    expect(await askGalley(place, 'tenant', 'trash', ...project)).toEqual({
      items: [],
      next_cursor: null,
    });
  });
});

describe('API keys', () => {
  test('a team can have ten; the eleventh is refused with the reason', async () => {
    const created = [];
    for (let n = 2; n <= 10; n += 1)
      created.push(await askGalley(place, 'key', 'create', '--name', `no. ${n}`));
    const refused = await runGalley(place, ['key', 'create', '--name', 'one too many']);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toMatch(/^galley: .*10 API keys.*\n$/);
    const team = await askGalley(place, 'team', 'create', '--name', 'Second');
    const own = await askGalley(place, 'key', 'create', '--name', 'of the second', '--team', team.id);
    expect(own.team_id).toBe(team.id);
    const listed = await runGalley(place, ['key', 'list', '--json', '--team', first.team_id]);
    expect(JSON.parse(listed.stdout)).toHaveLength(10);
    for (const { api_key } of created) expect(listed.stdout).not.toContain(api_key);
    await askGalley(place, 'key', 'revoke', created[0].id);
    expect((await runGalley(place, ['key', 'create', '--name', 'in its place'])).status).toBe(0);
  });

  test('regenerate keeps everything but the value', async () => {
    const project = ['--project', first.project_id];
    const team = await askGalley(place, 'team', 'create', '--name', 'Third');
    const own = await askGalley(place, 'project', 'create', '--name', 'P', '--team', team.id);
    const limits = ['--mode', 'read', '--tenant', 'acme', '--tool', 'get-template'];
    const flags = ['--team', team.id, '--expires', '2099-12-31', '--project', own.id, ...limits];
    const { api_key: old, ...key } = await askGalley(place, 'key', 'create', '--name', 'agent', ...flags);
    expect(key).toMatchObject({
      ...{ project_ids: [own.id], mode: 'read', tenants: ['acme'], tools: ['get-template'] },
      expires_at: '2100-01-01T00:00:00.000Z',
    });
    const { api_key: fresh, ...same } = await askGalley(place, 'key', 'regenerate', key.id);
    expect(fresh).not.toBe(old);
    expect(same).toEqual({ ...key, prefix: same.prefix });
    const foreign = await runGalley(place, ['key', 'create', '--name', 'x', '--team', team.id, ...project]);
    expect(foreign.status).toBe(1);
    expect(foreign.stderr).toContain(first.project_id);
  });
});

test('teams and token keys', async () => {
  expect((await askGalley(place, 'team', 'list'))[0].id).toBe(first.team_id);
  expect(await askGalley(place, 'token-key', 'list')).toEqual([]);
  const rotated = await askGalley(place, 'token-key', 'rotate');
  expect(await askGalley(place, 'token-key', 'list')).toEqual([rotated]);
});

test('check and version', async () => {
  expect(await askGalley(place, 'check')).toEqual({
    ok: true,
    contents_checked: 0,
    files_checked: 0,
    search_entries_checked: 0,
    search_entries_pending: 0,
    orphaned_files: 0,
    orphans: [],
    quarantined_files: 0,
    quarantine: [],
    faults: [],
  });
  const version = await askGalley(place, 'version');
  expect(Object.keys(version)).toEqual(['galley', 'commit', 'built', 'bun', 'sqlite']);
});

const WRONG: [command: string, names: string][] = [
  ['serve --port abc', '--port'],
  ['serve --port 70000', '--port'],
  ['serve --base-url ftp://mail.example.com', '--base-url'],
  ['serve --log-level loud', '--log-level'],
  ['project list --data=', '--data'],
  ['project create --name=', '--name must not'],
  ['project create --name \u200b', '--name must be a text with at least one visible character'],
  ['project create --name X --plan gold', 'starter, growth, scale'],
  ['project create --name X --team nobody', 'Team not found'],
  ['project rotate-secret nobody', 'Project not found'],
  ['project rotate-secret nobody --overlap 3w', '--overlap'],
  ['project set-plan nobody growth', 'Project not found'],
  ['tenant list --project nobody', 'Project not found'],
  ['tenant delete --project nobody x --yes', 'not found'],
  ['key create --name X --expires yesterday', '2027-12-31'],
  ['key create --name X --expires 2020-01-01', '--expires must be in the future'],
  ['key create --name X --project nobody', '--project: "nobody"'],
  ['key create --name X --mode everything', '"read", "comment", "propose", "write"'],
  ['key create --name X --tool list-template', 'Did you mean "list-templates"?'],
  ['key create --name X --template nothing --tenant acme', 'template'],
  ['server-key create --project nobody --name X --allow all', '--allow must be one of: "read", "comment"'],
  ['audit --since yesterday', '--since must be a date'],
  ['key revoke nobody', 'API key not found'],
  ['key regenerate nobody', 'API key not found'],
];

test.each(WRONG)('%s → one line on standard error that says %s', async (command, names) => {
  const { status, stdout, stderr } = await runGalley(place, command.split(' '));
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(/^galley: [^\n]+\n$/);
  expect(stderr).toContain(names);
});

test('--json prints the same error as an object', async () => {
  const { status, stdout, stderr } = await runGalley(place, ['serve', '--port', 'abc', '--json']);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(Object.keys(JSON.parse(stderr).error).slice(0, 2)).toEqual(['code', 'message']);
});

const MISUSED = [
  'help bogus',
  '--data . version',
  'backups --help',
  'bogus',
  'project bogus',
  'project create',
  'project list --bogus',
  'key revoke',
  'version x',
];

test.each(MISUSED)('%s → standard error, status 1, no stack', async (command) => {
  const { status, stdout, stderr } = await runGalley(place, command.split(' '));
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(/^error: /);
  expect(stderr).not.toMatch(/^\s+at /m);
  const inJson = await runGalley(place, [...command.split(' '), '--json']);
  expect({ status: inJson.status, stdout: inJson.stdout }).toEqual({ status: 1, stdout: '' });
  const [message] = stderr.replace(/^error: /, '').split('\n');
  expect(JSON.parse(inJson.stderr)).toEqual({
    error: { code: 'validation_failed', message: expect.stringContaining(message as string) },
  });
});

test('a mistyped directory is an error, and is not made', async () => {
  for (const command of [
    ['check'],
    ['project', 'list'],
    ['key', 'create', '--name', 'x'],
    ['tenant', 'list', '--project', 'x'],
  ]) {
    const { status, stderr } = await runGalley(place, [...command, '--data', './mistyped']);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^galley: There is no Galley data in .*mistyped.*\n$/);
  }
  expect(readdirSync(place.dir).sort()).toEqual(['galley-data', 'home']);
  expect(readdirSync(place.env.HOME as string)).toEqual([]);
});

test('commands that run at the same time without a server wait for each other', async () => {
  const names = Array.from({ length: 6 }, (_, n) => `at once ${n}`);
  const outcomes = await Promise.all(
    names.map((name) => runGalley(place, ['team', 'create', '--name', name])),
  );
  expect(outcomes.map((outcome) => outcome.stderr)).toEqual(names.map(() => ''));
  const teams = (await askGalley(place, 'team', 'list')).map((team: { name: string }) => team.name);
  for (const name of names) expect(teams).toContain(name);
});
