import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { readFence } from '../support/read-fence.ts';
import { type Installation, openInstallation } from './installation.ts';
import { callTool, FLAVOURS, type McpClient, type Reach, type ToolAnswer } from './mcp-clients.ts';
import { idInOutline, NEWSLETTER, TOOL_NAMES } from './mcp-newsletter.ts';
import { askGalley, GUARD_MS, openTenant, type Tenant, type TestDirectory, waitFor } from './support.ts';

setDefaultTimeout(GUARD_MS);

let installation: Installation;
let place: TestDirectory;
let tenant: Tenant;
let projectId: string;

beforeAll(async () => {
  installation = await openInstallation();
  place = installation.place;
  projectId = installation.first.project_id;
  tenant = await openTenant(installation.url, installation.first);
});

afterAll(() => installation?.stop());

async function makeKey(name: string): Promise<{ id: string; reach: Reach }> {
  const { id, api_key } = await askGalley(place, 'key', 'create', '--name', name);
  const headers = { Authorization: `Bearer ${api_key}`, 'X-Project-Id': projectId, 'X-Tenant': 'default' };
  return { id, reach: { url: `${installation.url}/api/v1/mcp`, headers } };
}

/** Outlines that are read have the addresses of pictures; those of changes have not. */
const withoutAddresses = (outline: string): string => outline.replaceAll(/ src=\S+/g, '');

describe.each(FLAVOURS.map((flavour) => [flavour.label, flavour] as const))('%s', (label, flavour) => {
  let key: Awaited<ReturnType<typeof makeKey>>;
  let client: McpClient;
  let faults: Error[];
  /** What the client has called, as the audit must show it. */
  const calls: object[] = [];
  let id: string;
  let outline: string;

  /** Calls a tool and notes what the audit has to say of it. */
  async function call(tool: string, args: { template_id?: string } & object, outcome: string) {
    const answer = await callTool(client, tool, args);
    const { data } = answer;
    // Versions are those around a change; a trial makes none.
    const isChange = !/^(get|list)-|^create-snapshot$/.test(tool) && data?.previous_version !== data?.version;
    const versions = {
      version_before: (isChange && data?.previous_version) || null,
      version_after: (isChange && data?.version) || null,
    };
    const template_id = args.template_id ?? (tool === 'create-template' ? data.id : null);
    calls.push({ tool, outcome, template_id, ...versions });
    return answer;
  }
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the answer holds
  async function use(tool: string, args: object = {}): Promise<any> {
    const { isError, text, data } = await call(tool, args, 'ok');
    expect({ isError, text }).toEqual({ isError: false, text });
    return data;
  }
  async function beRefused(outcome: string, tool: string, args: object): Promise<ToolAnswer> {
    const answer = await call(tool, args, outcome);
    expect(answer).toMatchObject({ isError: true, data: undefined });
    return answer;
  }
  const edit = (expected_version: number, operations: object[], more: object = {}) =>
    use('update-template', { template_id: id, expected_version, operations, ...more });
  const readOverRest = async () => (await tenant.call('GET', `/templates/${id}`)).body.data;

  beforeAll(async () => {
    key = await makeKey(label);
  });
  afterAll(() => client?.close());

  test('learns who serves, and how', async () => {
    const connection = await flavour.connect(key.reach);
    ({ client, faults } = connection);
    expect(connection.revision).toBe(flavour.revision);
    const { galley: version } = await askGalley(place, 'version');
    expect(client.getServerVersion()).toMatchObject({ name: 'galley', version });
    expect(client.getInstructions()).toContain('update-template');
  });

  test('is shown every tool, the resources and the prompts', async () => {
    const { tools } = await client.listTools();
    expect(tools.map((tool: { name: string }) => tool.name)).toEqual(TOOL_NAMES);
    const { resources } = await client.listResources();
    expect(resources).toMatchObject([
      { uri: 'service://starters' },
      { uri: 'service://schema/blocks' },
      { uri: 'ui://galley/preview' },
    ]);
    const { prompts } = await client.listPrompts();
    expect(prompts.map((prompt: { name: string }) => prompt.name)).toEqual([
      'design-template',
      'review-template',
    ]);
  });

  test('reads the definitions of blocks and a prompt', async () => {
    const { contents } = await client.readResource({ uri: 'service://schema/blocks' });
    expect(contents).toMatchObject([{ uri: 'service://schema/blocks', mimeType: 'text/x-typescript' }]);
    for (const { type } of NEWSLETTER.blocks) expect(contents[0].text).toContain(`type: "${type}"`);
    const { messages } = await client.getPrompt({
      name: 'design-template',
      arguments: { purpose: 'invite to the garden', tone: 'warm' },
    });
    expect(messages).toMatchObject([{ role: 'user', content: { type: 'text' } }]);
    expect(messages[0].content.text).toMatch(/Purpose: invite to the garden\n- Tone: warm/);
    const missing = client.getPrompt({ name: 'design-template', arguments: {} });
    expect(missing).rejects.toThrow('purpose is required.');
  });

  test('creates a newsletter of which it writes only what matters', async () => {
    expect(await use('get-project-config')).toMatchObject({ plan: 'scale', features: { mcp_server: true } });
    const created = await use('create-template', { name: `Spring, ${label}`, content: NEWSLETTER });
    expect(created.version).toBe(1);
    ({ id, outline } = created);
    // The two paragraphs inside the section have lines of their own.
    expect(outline.split('\n')).toHaveLength(NEWSLETTER.blocks.length + 2);
    const { content } = await readOverRest();
    expect(content.blocks).toMatchObject(NEWSLETTER.blocks);
    expect(content.settings).toMatchObject({ ...NEWSLETTER.settings, width: expect.any(Number) });
  });

  test('finds it by name, and its id by what is typed', async () => {
    const { items } = await use('list-templates', { search: label.toUpperCase() });
    expect(items).toMatchObject([{ id, name: `Spring, ${label}`, version: 1 }]);
    expect(items[0].content).toBeUndefined();
    const ref = { type: 'ref/prompt', name: 'review-template' };
    for (const value of [id.slice(0, 30), label]) {
      const { completion } = await client.complete({ ref, argument: { name: 'template_id', value } });
      expect(completion.values).toContain(id);
    }
    const { messages } = await client.getPrompt({ name: 'review-template', arguments: { template_id: id } });
    expect(messages[0].content.text).toContain(id);
  });

  test('reads the outline, and changes what it names', async () => {
    const read = await use('get-template', { template_id: id, format: 'outline' });
    expect(withoutAddresses(read.outline)).toBe(outline);
    const edited = await edit(1, [
      { op: 'update', id: idInOutline(outline, 'Spring is here'), fields: { content: 'Summer is here' } },
      {
        op: 'add',
        section: idInOutline(outline, 'section'),
        column: 1,
        block: { type: 'paragraph', content: '<p>Roses</p>' },
      },
      { op: 'move', id: idInOutline(outline, 'See the calendar'), after: idInOutline(outline, 'Book a') },
      { op: 'delete', id: idInOutline(outline, 'divider') },
      { op: 'update', all_of_type: 'button', fields: { backgroundColor: '#2e7d32' } },
      { op: 'update_settings', fields: { preheaderText: 'Open all summer' } },
    ]);
    expect(edited).toMatchObject({ id, version: 2, previous_version: 1 });
    const { added, updated, moved, deleted } = edited;
    expect([added, updated, moved, deleted].map((ids) => ids?.length)).toEqual([1, 3, 1, 1]);
    const { content, version } = await readOverRest();
    expect(version).toBe(2);
    const { blocks, settings } = content;
    expect(blocks[1].content).toBe('Summer is here');
    expect(blocks.map(({ type }: { type: string }) => type).join(' ')).toBe(
      'image title paragraph button button title section spacer menu social paragraph',
    );
    expect(blocks[4].text).toBe('See the calendar');
    expect(blocks[6].children[1]).toMatchObject([
      { content: '<p>Cherries</p>' },
      { content: '<p>Roses</p>' },
    ]);
    for (const button of [blocks[3], blocks[4]]) expect(button.backgroundColor).toBe('#2e7d32');
    expect(settings.preheaderText).toBe('Open all summer');
    outline = edited.outline;
  });

  test('is told when it knows an old version, and goes on from what the answer shows', async () => {
    const operations = [{ op: 'delete', all_of_type: 'spacer' }];
    const late = { template_id: id, expected_version: 1, operations };
    const { message, text } = await beRefused('version_conflict', 'update-template', late);
    expect(message).toContain('at version 2 now');
    const facts = JSON.parse(readFence(text.slice(message.length).trim()).json);
    expect(facts).toEqual({ current_version: 2, outline });
    const tried = await edit(2, operations, { dry_run: true });
    expect(tried).toMatchObject({ version: 2, dry_run: true, deleted: [expect.any(String)] });
    expect(tried.outline).not.toContain('spacer');
    const known = await use('get-template', { template_id: id, if_version: 2 });
    expect(known).toMatchObject({ id, version: 2, unchanged: true });
    expect(known.content).toBeUndefined();
    expect(await readOverRest()).toMatchObject({ version: 2 });
  });

  test('learns from one answer what is wrong with its operations, and none is done', async () => {
    const operations = [
      { op: 'delete', all_of_type: 'spacer' },
      { op: 'update', all_of_type: 'button', fields: { colour: '#fff' } },
    ];
    const wrong = { template_id: id, operations };
    const { text } = await beRefused('validation_failed', 'update-template', wrong);
    expect(text).toContain('operations.1.fields.colour');
    expect(await readOverRest()).toMatchObject({ version: 2 });
  });

  test('keeps a snapshot, breaks the template and gets it back', async () => {
    const { content } = await readOverRest();
    const kept = await use('create-snapshot', { template_id: id, label: 'Approved' });
    expect(kept).toMatchObject({ template_id: id, label: 'Approved', is_autosave: false });
    await edit(2, [{ op: 'delete', all_of_type: 'paragraph' }]);
    expect((await readOverRest()).content.blocks).toHaveLength(9);
    const { items } = await use('list-snapshots', { template_id: id });
    expect(items).toMatchObject([
      { is_autosave: true, version: 3 },
      { id: kept.id, label: 'Approved', version: 2 },
      { is_autosave: true, version: 1 },
    ]);
    const place = { template_id: id, snapshot_id: kept.id };
    const { outline: keptOutline } = await use('get-snapshot', { ...place, format: 'outline' });
    expect(withoutAddresses(keptOutline)).toBe(outline);
    const restored = await use('restore-snapshot', place);
    expect(restored).toMatchObject({ id, version: 4, outline });
    expect(await readOverRest()).toMatchObject({ version: 4, content });
  });

  test('deletes the template, and everything about it is gone', async () => {
    expect(await use('delete-template', { template_id: id })).toEqual({ id, previous_version: 4 });
    for (const tool of ['get-template', 'delete-template', 'list-snapshots']) {
      expect((await beRefused('not_found', tool, { template_id: id })).message).toBe('Template not found.');
    }
    expect((await tenant.call('GET', `/templates/${id}`)).status).toBe(404);
    expect(faults).toEqual([]);
  });

  test('galley audit shows exactly what it has called', async () => {
    const readAudit = async () => (await askGalley(place, 'audit', '--key', key.id)).items;
    // Calls that only read are written a moment later.
    await waitFor('the audit', async () => (await readAudit()).length >= calls.length);
    const { name, version } = flavour.info;
    const common = {
      project_id: projectId,
      tenant: 'default',
      key_name: label,
      // Earlier revisions do not name the client in a call.
      client: flavour.revision === '2026-07-28' ? `${name}/${version}` : null,
    };
    const rows = await readAudit();
    expect(rows).toHaveLength(calls.length);
    expect(rows).toMatchObject(calls.toReversed().map((expected) => ({ ...expected, ...common })));
  });
});
