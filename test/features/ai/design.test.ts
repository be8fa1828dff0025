import { afterEach, describe, expect, test } from 'bun:test';
import { expectError } from '../../support/expect-error.ts';
import { readAnswer } from '../../support/test-app.ts';
import { aMail, type Editor, openEditor, readEvents, says } from './editor.ts';

let editor: Editor;
afterEach(() => editor?.stop());

const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
const JPEG = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);
const WEBP = Buffer.from('RIFF\x01\x00\x00\x00WEBPVP8 ', 'latin1');
const PDF = Buffer.from('%PDF-1.7\n1 0 obj');
const GIF = Buffer.from('GIF89a....');

async function send(form: FormData | string, type?: string) {
  const { app, tenant, templateId } = editor;
  const request = new Request(
    `http://localhost${tenant.base}/templates/${templateId}/ai/generate-from-design`,
    {
      method: 'POST',
      headers: {
        authorization: `Bearer ${tenant.token}`,
        accept: 'text/event-stream',
        ...(type !== undefined && { 'content-type': type }),
      },
      body: form,
    },
  );
  return readAnswer(await app.http.handle(request));
}

function formOf(
  field: string,
  bytes: Uint8Array<ArrayBuffer>,
  name = 'design',
  type = 'application/octet-stream',
): FormData {
  const form = new FormData();
  form.set(field, new File([bytes], name, { type }));
  return form;
}

describe('a design', () => {
  test.each([
    ['PNG', 'image_upload', PNG, 'data:image/png;base64,'],
    ['JPEG', 'image_upload', JPEG, 'data:image/jpeg;base64,'],
    ['WebP', 'image_upload', WEBP, 'data:image/webp;base64,'],
    ['PDF', 'pdf_upload', PDF, 'application/pdf'],
    ['PDF that calls itself a picture', 'image_upload', PDF, 'application/pdf'],
  ])('as %s is shown to the vision model and becomes content', async (_name, field, bytes, sent) => {
    editor = await openEditor(says(aMail('<p>Hello</p>')), { settings: { ai_vision_model: 'seeing' } });
    const form = formOf(field, bytes, 'x.png', 'image/png');
    form.set('prompt', 'Leave out the footer');
    const answer = await send(form);
    const events = readEvents(answer.text);
    expect(events).toEqual([{ type: 'done', content: expect.any(Object) }]);
    expect(events[0].content.blocks).toHaveLength(2);
    const [request] = editor.provider.requests;
    expect(request?.body.model).toBe('seeing');
    expect(request?.text).toContain(sent);
    expect(request?.text).toContain(Buffer.from(bytes).toString('base64'));
    expect(request?.text).toContain('Leave out the footer');
  });

  test('of another type is refused, also if its declared type is accepted', async () => {
    editor = await openEditor(says(aMail()));
    expectError(await send(formOf('image_upload', GIF, 'x.png', 'image/png')), 415, 'unsupported_media_type');
    expect(editor.provider.requests).toEqual([]);
  });

  test('may be left out if there is a prompt', async () => {
    editor = await openEditor(says(aMail('<p>By words</p>')));
    const form = new FormData();
    form.set('prompt', 'Invite to the open day');
    const [event] = readEvents((await send(form)).text);
    expect(event.type).toBe('done');
    expect(JSON.stringify(event.content)).toContain('By words');
    expect(editor.provider.requests[0]?.text).toContain('Invite to the open day');
    await editor.stop();
    editor = await openEditor();
    const [builtin] = readEvents((await send(form)).text);
    expect(builtin.content.blocks.length).toBeGreaterThan(2);
  });

  test('or a prompt is required', async () => {
    editor = await openEditor(says(aMail()));
    const form = new FormData();
    form.set('other', '');
    expectError(await send(form), 422, 'validation_failed');
    form.set('prompt', ' ');
    form.delete('other');
    expectError(await send(form), 422, 'validation_failed');
    form.set('image_upload', 'a text');
    expectError(await send(form), 422, 'validation_failed');
    expect(editor.provider.requests).toEqual([]);
  });

  test('is at most 10 MB', async () => {
    editor = await openEditor(says(aMail('<p>x</p>')));
    const bytes = new Uint8Array(10 * 1024 * 1024 + 1);
    bytes.set(PNG);
    expectError(await send(formOf('image_upload', bytes)), 413, 'too_large');
    const much = new Uint8Array(11 * 1024 * 1024);
    expectError(await send(formOf('image_upload', much)), 413, 'too_large');
    expect(editor.provider.requests).toEqual([]);
    expect((await send(formOf('image_upload', bytes.subarray(0, -1)))).status).toBe(200);
  });

  test('comes as a form', async () => {
    editor = await openEditor(says(aMail()));
    expectError(await send('{}', 'application/json'), 415, 'unsupported_media_type');
    expectError(await send('--x\r\nnonsense', 'multipart/form-data; boundary=x'), 422, 'validation_failed');
    expectError(await send('x', 'multipart/form-data'), 422, 'validation_failed');
  });

  test('is described as a form', async () => {
    editor = await openEditor();
    const { paths, components } = (await editor.app.request('GET', '/openapi/json')).body;
    const path = Object.keys(paths).find((name) => name.endsWith('/ai/generate-from-design')) ?? '';
    const name = paths[path].post.requestBody.$ref.split('/').at(-1);
    const { content } = components.requestBodies[name];
    expect(Object.keys(content)).toEqual(['multipart/form-data']);
    const { properties } = content['multipart/form-data'].schema;
    expect(properties.image_upload).toMatchObject({ type: 'string', format: 'binary' });
    const messages = Object.entries<{ get: { responses: object } }>(paths).find(([name]) =>
      name.endsWith('/conversation-messages'),
    );
    expect(messages?.[1].get.responses).toMatchObject({
      200: { $ref: '#/components/responses/listConversationMessages' },
    });
    expect(JSON.stringify(components.responses.listConversationMessages)).toContain('"conversation_id"');
  });

  test('without a provider is left to people', async () => {
    editor = await openEditor();
    const answer = await send(formOf('image_upload', PNG));
    expectError(answer, 503, 'unavailable');
    expect(answer.body.message).toMatch(/^No AI model is available here\. .* by hand\.$/);
  });
});
