import { describe, expect, spyOn, test } from 'bun:test';
import { Busboy } from '@fastify/busboy';
import fc from 'fast-check';
import { type FormPart, readForm } from '../../src/http/multipart/form.ts';
import { DomainError } from '../../src/platform/errors.ts';
import { BOUNDARY, FORM_TYPE, formOf, formPart } from './upload-server.ts';

/** The result of parsing a form: its fields and the bytes of its file, or the error. */
interface Reading {
  fields: [string, string][];
  filename?: string;
  bytes: string;
  fault?: string;
}

async function* cut(body: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  for (let start = 0, turn = 0; start < body.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? body.length;
    yield body.subarray(start, start + size);
    start += size;
  }
}

async function read(body: Uint8Array, sizes: readonly number[] = []): Promise<Reading> {
  const reading: Reading = { fields: [], bytes: '' };
  const parts: FormPart[] = [];
  try {
    for await (const part of readForm(FORM_TYPE['content-type'], cut(body, sizes))) parts.push(part);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    // How much was understood before the fault depends on the chunks; that there is one must not.
    return { fields: [], bytes: '', fault: error.message };
  }
  for (const part of parts) {
    if (part.kind === 'field') reading.fields.push([part.name, part.value]);
    else if (part.kind === 'file') reading.filename = part.filename;
    else reading.bytes += Buffer.from(part.bytes).toString('latin1');
  }
  return reading;
}

/** Bytes in which the boundary, and what almost is one, are common. */
const treacherous = fc
  .array(
    fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc
        .constantFrom(
          '\r\n',
          '\r',
          '-',
          '--',
          `\r\n--${BOUNDARY.slice(0, 3)}`,
          `\r\n-${BOUNDARY}`,
          `\n--${BOUNDARY}`,
          `--${BOUNDARY}`,
          BOUNDARY,
          'Content-Disposition: form-data; name="file"; filename="x"\r\n\r\n',
        )
        .map((text) => new Uint8Array(Buffer.from(text))),
    ),
    { maxLength: 12 },
  )
  .map((pieces) => Buffer.concat(pieces));

const hasBoundary = (bytes: Buffer) => `\r\n${bytes.toString('latin1')}`.includes(`\r\n--${BOUNDARY}`);
const sizes = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 8 });
const text = fc.string({ unit: 'grapheme', maxLength: 30 });

describe('a form', () => {
  test('is read the same wherever it was cut, and as it was written', async () => {
    const content = treacherous.filter((bytes) => !hasBoundary(bytes));
    const filenames = text
      .map((name) => name.replace(/["\\/\r\n]/g, '_'))
      .filter((name) => !/^\.*$/.test(name));
    const property = fc.asyncProperty(
      content,
      fc.array(text, { maxLength: 4 }),
      filenames,
      fc.boolean(),
      sizes,
      async (bytes, texts, filename, isFileFirst, cuts) => {
        const fields = texts.map((value, i): [string, string] => [`f${i}`, value]);
        const fieldParts = fields.map(([name, value]) => formPart(`name="${name}"`, value));
        const filePart = formPart(`name="file"; filename="${filename}"`, bytes);
        const body = formOf(...(isFileFirst ? [filePart, ...fieldParts] : [...fieldParts, filePart]));
        const written = {
          fields,
          filename: filename.replaceAll('%22', '"'),
          bytes: bytes.toString('latin1'),
        };
        expect(await read(body)).toEqual(written);
        expect(await read(body, cuts)).toEqual(written);
        expect(await read(body, [1])).toEqual(written);
      },
    );
    await fc.assert(property);
  });

  test('of any bytes is read the same wherever it was cut, or refused with an error of ours', async () => {
    const pieces = fc.array(
      fc.oneof(
        treacherous,
        fc
          .constantFrom(
            `\r\n--${BOUNDARY}\r\n`,
            `\r\n--${BOUNDARY}--`,
            '\r\n\r\n',
            'Content-Disposition: form-data; name="a"',
          )
          .map((piece) => Buffer.from(piece)),
      ),
      { maxLength: 8 },
    );
    const property = fc.asyncProperty(pieces, sizes, async (parts, cuts) => {
      const body = Buffer.concat(parts);
      const whole = await read(body);
      expect(await read(body, cuts)).toEqual(whole);
    });
    await fc.assert(property);
  });

  test('of any type is read or refused', async () => {
    const types = fc.oneof(
      text.map((end) => `multipart/form-data; boundary=${end}`),
      fc.string({ maxLength: 100 }),
      fc.string({ unit: 'binary', maxLength: 400 }).map((end) => `multipart/form-data;${end}`),
    );
    const body = formOf(formPart('name="a"', 'x'));
    const property = fc.asyncProperty(types, async (type) => {
      try {
        for await (const part of readForm(type, cut(body, [10]))) expect(part).toBeDefined();
      } catch (error) {
        expect(error).toBeInstanceOf(DomainError);
      }
    });
    await fc.assert(property);
  });
});

test('a form with too many fields is refused before the rest is parsed', async () => {
  const body = formOf(...Array.from({ length: 50_000 }, () => formPart('name="a"', 'x')));
  const writes = spyOn(Busboy.prototype, 'write');
  try {
    expect((await read(body)).fault).toContain('more than 32 fields');
    const parsed = writes.mock.calls.reduce((sum, [bytes]) => sum + (bytes as Uint8Array).byteLength, 0);
    expect(parsed).toBeLessThan(200 * 1024);
  } finally {
    writes.mockRestore();
  }
});
