import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import { brokenForm, fieldTooLong, noForm, partWithoutName, tooManyFields, tooManyFiles } from './errors.ts';

type Parser = InstanceType<typeof Busboy>;

/** A part of a form. A form has at most one file, to which `bytes` belong. Fields may come between them. */
export type FormPart =
  | { kind: 'field'; name: string; value: string }
  | { kind: 'file'; name: string; filename: string }
  | { kind: 'bytes'; bytes: Uint8Array };

/** Most fields of a form. */
const MAX_FIELDS = 32;

const MAX_FIELD_BYTES = 64 * 1024;

/** Most bytes passed to the parser at a time. */
const MAX_INPUT_BYTES = 64 * 1024;

/** Most bytes of headers: enough for long names of files and fields. */
const MAX_HEADER_BYTES = 32 * 1024;

/**
 * Parses a form of `contentType` (`multipart/form-data; boundary=…`) from chunks, on demand; the bytes of the file are
 * passed on. Throws `unsupported_media_type`, `validation_failed` or `too_large`.
 */
export async function* readForm(
  contentType: string | null,
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<FormPart> {
  const parser = createParser(contentType);
  const { failure, parts } = collectParts(parser);
  // Subscribed at the start: the event comes with the closing boundary, before any bytes after it.
  const finished = new Promise((resolve) => parser.once('finish', resolve));
  for await (const chunk of chunks) {
    // After an error the parser stops only between its inputs, and the runtime can deliver megabytes at once.
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

/** Queues the parts that the parser finds until they are read. `failure` rejects with the first error. */
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
    // The parser also reports a truncated file. Without a listener, the error would end the process.
    stream.on('error', () => {});
    if (name === undefined) reject(partWithoutName());
    parts.push({ kind: 'file', name: name ?? '', filename: toFilename(filename) });
    stream.on('data', (bytes: Uint8Array) => parts.push({ kind: 'bytes', bytes }));
  });
  return { parts, failure };
}

/** Browsers write `%22` for a quotation mark, as the HTML standard says, and do not escape percent signs. */
function toFilename(sent = ''): string {
  return sent.replaceAll('%22', '"').toWellFormed();
}

function write(parser: Parser, chunk: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    parser.write(chunk, (error) => (error ? reject(brokenForm(error.message)) : resolve()));
  });
}
