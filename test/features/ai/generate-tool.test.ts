import { afterEach, describe, expect, test } from 'bun:test';
import { connect, dumpData, expectRefused, readCalls, UNLIMITED_CALLS } from '../../mcp/tool-client.ts';
import { smallContent } from '../../support/test-app.ts';
import { aChange, aMail, type Editor, openEditor, says, TAGS } from './editor.ts';

let editor: Editor;
afterEach(() => editor?.stop());

async function open(script?: Parameters<typeof openEditor>[0], content: unknown = smallContent()) {
  editor = await openEditor(script, { settings: UNLIMITED_CALLS, content });
  return connect(editor.app);
}

const read = async (id: string) => (await editor.tenant.request('GET', `/templates/${id}`)).body.data;

describe('generate-template', () => {
  test('stores a new template the model has made', async () => {
    const agent = await open(says(aMail()));
    const made = await agent.get('generate-template', {
      prompt: 'Welcome new customers',
      merge_tags: TAGS,
      locale: 'de',
    });
    expect(made).toEqual({
      id: expect.any(String),
      version: 1,
      outline: expect.stringContaining('title "Welcome"'),
      engine: 'model',
      text: 'I wrote a welcome mail.',
      subject: 'Good to have you here',
      notes: ['Add your address.'],
    });
    const template = await read(made.id);
    expect([template.name, template.content.settings.locale]).toEqual(['Welcome', 'de']);
    expect(editor.app.events.map(({ type }) => type)).toContain('template.created');
    const call = (await readCalls(editor.app)).at(-1);
    expect(call).toMatchObject({ tool: 'generate-template', outcome: 'ok', template_id: made.id });
  });

  test('stores one of the built-in designs where there is no provider', async () => {
    const agent = await open();
    const made = await agent.get('generate-template', {
      prompt: 'A receipt for an order',
      merge_tags: TAGS,
      name: 'Mine',
    });
    expect(made).toMatchObject({ engine: 'builtin', version: 1, outline: expect.any(String) });
    expect(made.notes[0]).toEndWith('Change the rest by operations.');
    expect((await read(made.id)).name).toBe('Mine');
  });

  test('modifies a template by the smallest operations, and keeps what was there before', async () => {
    const blocks = [
      { id: 'a', type: 'paragraph', content: '<p>One</p>' },
      { id: 'b', type: 'paragraph', content: '<p>Two</p>' },
    ];
    const agent = await open(
      says({
        reply: 'I rewrote the second.',
        touches: ['b'],
        operations: [
          { op: 'update', id: 'a', fields: { content: '<p>Uno</p>' } },
          { op: 'update', id: 'b', fields: { content: '<p>Dos</p>' } },
        ],
      }),
      { blocks, settings: {} },
    );
    const template_id = editor.templateId;
    const before = await read(template_id);
    const changed = await agent.get('generate-template', {
      prompt: 'Translate the second paragraph',
      template_id,
    });
    expect(changed).toEqual({
      id: template_id,
      version: 2,
      previous_version: 1,
      updated: ['b'],
      outline: 'b paragraph "Dos"',
      engine: 'model',
      text: 'I rewrote the second.',
    });
    const after = await read(template_id);
    expect(JSON.stringify(after.content.blocks[0])).toBe(JSON.stringify(before.content.blocks[0]));
    expect(after.content.blocks[1].content).toBe('<p>Dos</p>');
    const [own, snapshot] = (await agent.get('list-snapshots', { template_id })).items;
    expect(own).toMatchObject({ version: 2, author_type: 'agent' });
    const kept = await agent.get('get-snapshot', { template_id, snapshot_id: snapshot.id });
    expect(kept.content).toEqual(before.content);
  });

  test('leaves a template alone when only a question is answered', async () => {
    const agent = await open(says({ reply: 'It is short.', touches: [], operations: [] }));
    const template_id = editor.templateId;
    const answer = await agent.get('generate-template', { prompt: 'Is it long?', template_id });
    expect(answer).toEqual({
      id: template_id,
      version: 1,
      previous_version: 1,
      engine: 'model',
      text: 'It is short.',
    });
  });

  test('does not overwrite a change made while the model was thinking', async () => {
    const agent = await open(async () => {
      await editor.tenant.request('PUT', `/templates/${editor.templateId}`, {
        body: { content: smallContent('Mine') },
      });
      return says(aChange('b1', { content: '<p>Model</p>' }));
    });
    const answer = await agent.call('generate-template', {
      prompt: 'Change it',
      template_id: editor.templateId,
    });
    expect([answer.isError, answer.text]).toEqual([
      true,
      expect.stringContaining('has been changed in the meantime'),
    ]);
    expect((await read(editor.templateId)).content.blocks[0].content).toBe('<p>Mine</p>');
  });

  test('without a provider says how to modify a template oneself', async () => {
    const agent = await open();
    const args = { prompt: 'Change it', template_id: editor.templateId };
    await expectRefused(
      editor.app,
      agent,
      'generate-template',
      args,
      /^No AI model is available here\. .*get-template.*update-template/,
    );
  });

  test.each([
    [
      'merge tags that were not offered',
      says(aMail('<p>{{ nick }}</p>')),
      /no merge tag \{\{ nick \}\}.*Nothing was changed/,
    ],
    ['what the model refuses', { text: '', finish: 'refusal' as const }, /refused by the AI model/],
    ['what is no JSON, twice', { text: 'No.' }, /did not answer in the requested form/],
  ])('stores nothing of %s', async (_name, reply, message) => {
    const agent = await open(reply);
    const before = await dumpData(editor.app);
    const answer = await agent.call('generate-template', { prompt: 'A mail' });
    expect([answer.isError, answer.text]).toEqual([true, expect.stringMatching(message)]);
    expect(await dumpData(editor.app)).toBe(before);
  });

  test('finds no template of another tenant', async () => {
    const agent = await open(says(aMail()));
    const other = await editor.app.openTenant('other');
    const { id } = (await other.request('POST', '/templates', { body: { content: smallContent() } })).body
      .data;
    await expectRefused(
      editor.app,
      agent,
      'generate-template',
      { prompt: 'x', template_id: id },
      'Template not found.',
    );
    await expectRefused(
      editor.app,
      agent,
      'rewrite-text',
      { text: 'x', instruction: 'y', template_id: id },
      'Template not found.',
    );
    expect(editor.provider.requests).toEqual([]);
  });
});
