import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectError } from '../support/expect-error.ts';
import { createTestApp, readAnswer, type TestApp } from '../support/test-app.ts';
import {
  BOUNDARY,
  createUploadServer,
  FORM_END,
  FORM_TYPE,
  formOf,
  formPart,
  MAX_FILE_BYTES,
} from './upload-server.ts';

let app: TestApp;
let server: ReturnType<typeof createUploadServer>;
beforeAll(async () => {
  app = await createTestApp();
  server = createUploadServer(app);
});
afterAll(() => app.stop());

const incoming = () => readdirSync(app.deps.incomingDir);
const sha256 = (bytes: Uint8Array) => new Bun.CryptoHasher('sha256').update(bytes).digest('hex');
const file = (disposition = 'filename="a.png"', bytes: string | Uint8Array = 'PNG') =>
  formPart(`name="file"; ${disposition}`, bytes);
const send = (form: Uint8Array) => server.post(new Uint8Array(form), { headers: FORM_TYPE });

async function expectArrival(form: Uint8Array) {
  const before = server.arrivals.length;
  const answer = await send(form);
  expect([answer.status, answer.text]).toEqual([201, expect.stringContaining('"bytes"')]);
  expect(server.arrivals).toHaveLength(before + 1);
  expect(incoming()).toEqual([]);
  return server.arrivals.at(-1) as (typeof server.arrivals)[number];
}

describe('what arrives at the operation', () => {
  test('the file with its size, hash and beginning, and the texts', async () => {
    const bytes = crypto.getRandomValues(new Uint8Array(60_000));
    const arrived = await expectArrival(
      formOf(formPart('name="place"', 'here'), formPart('name="rank"', '7'), file('filename="a.png"', bytes)),
    );
    expect(arrived.input).toEqual({ place: 'here', rank: 7 });
    expect(arrived.content.equals(bytes)).toBe(true);
    expect(arrived.file).toEqual({
      path: expect.stringContaining(app.deps.incomingDir),
      filename: 'a.png',
      bytes: 60_000,
      sha256: sha256(bytes),
      head: bytes.slice(0, 4100),
    });
  });

  test('fields behind the file count too', async () => {
    const arrived = await expectArrival(formOf(file(), formPart('name="place"', 'behind')));
    expect(arrived.input).toEqual({ place: 'behind' });
    expect(arrived.content.toString()).toBe('PNG');
  });

  test('an empty text is no text', async () => {
    const arrived = await expectArrival(
      formOf(formPart('name="rank"', ''), formPart('name="place"', ''), file()),
    );
    expect(arrived.input).toEqual({});
  });

  test('what the browser itself puts together', async () => {
    const form = new FormData();
    form.append('place', 'browser');
    form.append('file', new File(['PNG'], 'naïve "日本" 🙂.png', { type: 'image/png' }));
    const answer = await server.post(form);
    expect(answer.status).toBe(201);
    const arrived = server.arrivals.at(-1);
    expect(arrived?.file.filename).toBe('naïve "日本" 🙂.png');
    expect(arrived?.input).toEqual({ place: 'browser' });
  });

  test('path parameters win over fields of their name', async () => {
    const form = formOf(formPart('name="id"', 'forged'), file());
    const answer = await server.post(new Uint8Array(form), {
      headers: FORM_TYPE,
      path: '/files/mine/replace',
    });
    expect(answer.status).toBe(200);
    expect(server.arrivals.at(-1)?.input).toEqual({ id: 'mine' });
  });

  test('bytes that look like the boundary are the file’s', async () => {
    const bytes = `\r\n--${BOUNDARY.slice(0, -1)}X\r\n\r\n--\r\n-${BOUNDARY}\r\n--\0`;
    expect((await expectArrival(formOf(file('filename="a"', bytes)))).content.toString()).toBe(bytes);
  });

  test('what is before the first boundary and behind the last is skipped, the last line break may be missing', async () => {
    const bare = Buffer.concat([file(), FORM_END.subarray(0, -2)]);
    for (const form of [
      bare,
      Buffer.concat([Buffer.from('a preamble\r\n'), file(), FORM_END]),
      Buffer.concat([file(), FORM_END, Buffer.from('an epilogue')]),
    ]) {
      expect((await expectArrival(form)).content.toString()).toBe('PNG');
    }
  });

  const names: [string, string, string][] = [
    ['plain', 'filename="a.png"', 'a.png'],
    ['without quotation marks', 'filename=a.png', 'a.png'],
    ['with escaped quotation marks', 'filename="a \\"b\\".png"', 'a "b".png'],
    ['with quotation marks as browsers write them', 'filename="a%22b%22.png"', 'a"b".png'],
    ['with a percent sign', 'filename="100%25.png"', '100%25.png'],
    ['in the extended form', "filename*=UTF-8''na%C3%AFve%20%E2%82%AC.png", 'naïve €.png'],
    ['in raw UTF-8', 'filename="naïve 日本 🙂.png"', 'naïve 日本 🙂.png'],
    ['with a Windows path', 'filename="C:\\pictures\\a.png"', 'a.png'],
    ['with steps upwards', 'filename="../../../etc/passwd"', 'passwd'],
    ['of steps alone', 'filename="../.."', ''],
    ['empty', 'filename=""', ''],
    ['of 5 KB', `filename="${'n'.repeat(5000)}.png"`, `${'n'.repeat(5000)}.png`],
    ['with a semicolon', 'filename="a;b=c.png"', 'a;b=c.png'],
  ];
  for (const [what, disposition, expected] of names) {
    test(`a file name ${what}`, async () => {
      expect((await expectArrival(formOf(file(disposition)))).file.filename).toBe(expected);
    });
  }

  test('a name in broken UTF-8 arrives as whole characters', async () => {
    const form = formOf(file('filename="#.png"'));
    form[form.indexOf('#')] = 0xff;
    const { filename } = (await expectArrival(form)).file;
    expect(filename.isWellFormed()).toBe(true);
    expect(filename).toEndWith('.png');
  });
});

describe('what is refused', () => {
  const twice = formPart('name="place"', 'a');
  const many = Array.from({ length: 33 }, (_, i) => formPart(`name="f${i}"`, 'x'));
  const cases: [string, Uint8Array, number, string, string][] = [
    ['no file', formOf(formPart('name="place"', 'x')), 422, 'validation_failed', 'file is required'],
    ['an empty form', formOf(), 422, 'validation_failed', 'file is required'],
    [
      'a form without a chosen file',
      formOf(file('filename=""', '')),
      422,
      'validation_failed',
      'file is required',
    ],
    ['an empty file', formOf(file('filename="a.png"', '')), 422, 'validation_failed', 'file is empty'],
    [
      'another name',
      formOf(formPart('name="image"; filename="a"', 'x')),
      422,
      'validation_failed',
      '"image"',
    ],
    ['a text as file', formOf(formPart('name="file"', 'x')), 422, 'validation_failed', 'must be a file'],
    ['two files', formOf(file(), file()), 422, 'validation_failed', 'more than one file'],
    ['two texts of a name', formOf(twice, twice, file()), 422, 'validation_failed', 'place stands'],
    ['a part without a name', formOf(formPart('filename="a"', 'x')), 422, 'validation_failed', 'no name'],
    ['too many fields', formOf(...many, file()), 413, 'too_large', 'more than 32 fields'],
    ['a long field', formOf(formPart('name="place"', 'x'.repeat(70_000))), 422, 'validation_failed', '64 KB'],
    ['a wrong field', formOf(formPart('name="rank"', 'first'), file()), 422, 'validation_failed', 'rank '],
    ['a NUL in the name', formOf(file('filename="a\0.png"')), 422, 'validation_failed', 'NUL'],
    ['a NUL in a text', formOf(formPart('name="place"', '\0'), file()), 422, 'validation_failed', 'NUL'],
    ['no end', file(), 422, 'validation_failed', 'cannot be read'],
    ['half a header', file().subarray(0, 30), 422, 'validation_failed', 'cannot be read'],
    ['nothing', new Uint8Array(), 422, 'validation_failed', 'cannot be read'],
    ['noise', Buffer.from('noise'.repeat(1000)), 422, 'validation_failed', 'cannot be read'],
    [
      'bare line feeds',
      Buffer.from(formOf(file()).toString().replaceAll('\r', '')),
      422,
      'validation_failed',
      '',
    ],
    [
      'too large',
      formOf(file('filename="a"', new Uint8Array(MAX_FILE_BYTES + 1))),
      413,
      'too_large',
      '2.8 MB',
    ],
    [
      'far too large',
      formOf(file('filename="a"', new Uint8Array(3 * MAX_FILE_BYTES))),
      413,
      'too_large',
      '2.8 MB',
    ],
  ];
  for (const [what, form, status, code, message] of cases) {
    test(what, async () => {
      const before = server.arrivals.length;
      const answer = await send(form);
      expectError(answer, status, code);
      expect(answer.body.message).toContain(message);
      expect(answer.text).not.toContain(app.data);
      expect(server.arrivals).toHaveLength(before);
      expect(incoming()).toEqual([]);
    });
  }

  test('a file of exactly the largest size is not', async () => {
    const form = formOf(file('filename="a"', new Uint8Array(MAX_FILE_BYTES)));
    expect((await expectArrival(form)).file.bytes).toBe(MAX_FILE_BYTES);
  });

  const types: [string | undefined, number, string][] = [
    [undefined, 415, 'unsupported_media_type'],
    ['application/json', 415, 'unsupported_media_type'],
    ['application/x-www-form-urlencoded', 415, 'unsupported_media_type'],
    ['multipart/mixed; boundary=x', 415, 'unsupported_media_type'],
    ['multipart/form-data', 422, 'validation_failed'],
    [`multipart/form-data; boundary=${'b'.repeat(5000)}`, 422, 'validation_failed'],
  ];
  for (const [type, status, code] of types) {
    test(`the type ${type?.slice(0, 40)}`, async () => {
      const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
      expectError(await server.post(new Uint8Array(formOf(file())), { headers }), status, code);
      expect(incoming()).toEqual([]);
    });
  }

  test('a request without a token, before its body is read', async () => {
    let pulled = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 1;
        if (pulled > 3) controller.close();
        else controller.enqueue(new Uint8Array(1000));
      },
    });
    const request = new Request(`http://localhost${server.base}/files`, {
      method: 'POST',
      headers: FORM_TYPE,
      body,
    });
    const response = await server.http.handle(request);
    expect(response.status).toBe(401);
    expect(pulled).toBeLessThan(3);
    expect(await response.json()).toMatchObject({ code: 'unauthorized' });
    expect(incoming()).toEqual([]);
  });

  test('a file described in JSON: a path of the server cannot be named', async () => {
    const path = join(app.data, 'plans.json');
    writeFileSync(path, '{}');
    const body = JSON.stringify({ file: { path, filename: 'a', bytes: 1, sha256: 'x', head: {} } });
    const answer = await server.post(body, {
      path: '/plain',
      headers: { 'content-type': 'application/json' },
    });
    expectError(answer, 422, 'validation_failed');
    expect(existsSync(path)).toBe(true);
  });
});

describe('the spooled file', () => {
  test('is removed when the operation fails', async () => {
    const failing = createUploadServer(app, {
      take: async ({ file: { path } }) => {
        expect(existsSync(path)).toBe(true);
        throw new Error('a secret');
      },
    });
    const answer = await failing.post(new Uint8Array(formOf(file())), { headers: FORM_TYPE });
    expectError(answer, 500, 'internal');
    expect(answer.text).not.toContain('secret');
    expect(incoming()).toEqual([]);
  });

  test('stays where the operation has put it', async () => {
    const kept = join(app.data, 'kept');
    const taking = createUploadServer(app, { take: async ({ file: { path } }) => renameSync(path, kept) });
    const answer = await taking.post(new Uint8Array(formOf(file())), { headers: FORM_TYPE });
    expect(answer.status).toBe(201);
    expect(await Bun.file(kept).text()).toBe('PNG');
    expect(incoming()).toEqual([]);
  });
});

test('the documentation shows a form with a file', async () => {
  const { text } = await readAnswer(await server.http.handle(new Request('http://localhost/openapi/json')));
  const document = JSON.parse(text);
  const path = document.paths['/api/v1/projects/{project}/tenants/{tenant}/files'];
  const body = path.post.requestBody;
  const { content } =
    body.$ref === undefined ? body : document.components.requestBodies[body.$ref.split('/').at(-1)];
  const { schema } = content['multipart/form-data'];
  expect(schema.properties.file).toMatchObject({ type: 'string', format: 'binary' });
  expect(schema.properties.place).toMatchObject({ type: 'string' });
  expect(schema.required).toEqual(['file']);
});
