import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import { brokenForm, fieldTooLong, noForm, partWithoutName, tooManyFields, tooManyFiles } from './errors.ts';

type Parser = InstanceType<typeof Busboy>;

/** A part of a form. A form has one file at most, so `bytes` belong to it. Fields may come between them. */
export type FormPart =
  | { kind: 'field'; name: string; value: string }
  | { kind: 'file'; name: string; filename: string }
  | { kind: 'bytes'; bytes: Uint8Array };

/** Fields of a form that has one file and says where it belongs. */
const MAX_FIELDS = 32;

const MAX_FIELD_BYTES = 64 * 1024;

/** Bytes that the parser takes at once. */
const MAX_INPUT_BYTES = 64 * 1024;

/** Room for long names of files and fields. */
const MAX_HEADER_BYTES = 32 * 1024;

/**
 * Reads a form of `contentType` (`multipart/form-data; boundary=…`) from chunks, on demand; bytes of a file are not kept.
 * Throws `unsupported_media_type`, `validation_failed` or `too_large`.
 */
export async function* readForm(
  contentType: string | null,
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<FormPart> {
  const parser = createParser(contentType);
  const { failure, parts } = collectParts(parser);
  // Listened for from the start: it comes with the closing boundary, whatever follows that.
  const finished = new Promise((resolve) => parser.once('finish', resolve));
  for await (const chunk of chunks) {
    // The parser ends at a failure only between its inputs, and the runtime can give megabytes at once.
    for (let start = 0; start < chunk.length; start += MAX_INPUT_BYTES) {
      await Promise.race([failure, write(parser, chunk.subarray(start, start + MAX_INPUT_BYTES))]);
    }
    yield* parts.splice(0);
  }
  parser.end();
  await Promise.race([finished, failure]);
  yield* parts.splice(0);
}

function createParser(contentType: string | null): Parser {
  if (contentType === null || !/^multipart\/form-data\b/i.test(contentType)) throw noForm(contentType);
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: {
        files: 1,
        fields: MAX_FIELDS,
        fieldSize: MAX_FIELD_BYTES,
        headerSize: MAX_HEADER_BYTES,
        headerPairs: 32,
      },
    });
  } catch (error) {
    throw brokenForm((error as Error).message);
  }
}

/** Collects the parts that the parser finds until they are read; `failure` rejects with the first error. */
function collectParts(parser: Parser): { parts: FormPart[]; failure: Promise<never> } {
  const parts: FormPart[] = [];
  const { promise: failure, reject } = Promise.withResolvers<never>();
  // It may reject before it is awaited.
  failure.catch(() => {});
  parser.on('error', (error) => reject(brokenForm((error as Error).message)));
  parser.on('fieldsLimit', () => reject(tooManyFields(MAX_FIELDS)));
  parser.on('filesLimit', () => reject(tooManyFiles()));
  parser.on('field', (name: string | undefined, value, _nameIsCut, valueIsCut) => {
    if (name === undefined) return reject(partWithoutName());
    if (valueIsCut) return reject(fieldTooLong(name, MAX_FIELD_BYTES));
    parts.push({ kind: 'field', name, value });
  });
  parser.on('file', (name: string | undefined, stream: BusboyFileStream, filename: string | undefined) => {
    // A file that ends too early is told by the parser as well; without a listener it would end the process.
    stream.on('error', () => {});
    if (name === undefined) reject(partWithoutName());
    parts.push({ kind: 'file', name: name ?? '', filename: toFilename(filename) });
    stream.on('data', (bytes: Uint8Array) => parts.push({ kind: 'bytes', bytes }));
  });
  return { parts, failure };
}

/** Browsers write `%22` for a quotation mark, as the standard of forms has it, and leave a percent sign as it is. */
function toFilename(sent = ''): string {
  return sent.replaceAll('%22', '"').toWellFormed();
}

function write(parser: Parser, chunk: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    parser.write(chunk, (error) => (error ? reject(brokenForm(error.message)) : resolve()));
  });
}
