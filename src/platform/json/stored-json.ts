const BYTES = Symbol('stored JSON');

/**
 * JSON that is sent as it is stored: UTF-8 bytes that a surface splices into its response without parsing them.
 * `Value` is the type of the parsed value.
 */
export interface StoredJson<Value = unknown> {
  /** A part of a cached answer can be a `Blob`, see `encodeJsonParts`. */
  [BYTES]: Uint8Array | Blob | LazyJson;
  /** Never present; carries the type. */
  readonly value?: Value;
}

/**
 * A complete JSON text that is read while it is sent, so that an answer with many large texts never holds all of them
 * in memory.
 */
export interface LazyJson {
  /** Length in UTF-8. */
  byteLength: number;
  /** Reads `length` bytes from `offset` on, or less, but at least one. */
  read(offset: number, length: number): Promise<Uint8Array>;
}

/** Wraps the UTF-8 bytes of a complete JSON text. */
export function storedJson<Value>(bytes: Uint8Array | LazyJson): StoredJson<Value> {
  return { [BYTES]: bytes };
}

export function isStoredJson(value: unknown): value is StoredJson {
  return typeof value === 'object' && value !== null && BYTES in value;
}

const decoder = new TextDecoder();

export function parseStoredJson<Value>(stored: StoredJson<Value>): Value {
  return JSON.parse(decoder.decode(requireBytes(stored[BYTES]))) as Value;
}

function requireBytes(part: Part): Uint8Array {
  if (part instanceof Uint8Array) return part;
  throw new Error('this stored JSON can only be read asynchronously, by `readJson`, or streamed');
}

/**
 * Encodes a value as JSON: as a string, or as UTF-8 bytes with stored JSON spliced in. Stored JSON can be a property of
 * an object or an item of an array; all other values are encoded with `JSON.stringify`. Throws for lazy JSON and for
 * cached outputs of operations; use `readJson` for these.
 */
export function encodeJson(value: unknown): string | Uint8Array {
  if (!holdsStoredJson(value)) return JSON.stringify(value);
  return joinBytes(splitJson(value).map(toPart).map(requireBytes));
}

/** Like `encodeJson`, for any output of an operation without lazy JSON. */
export async function readJson(value: unknown): Promise<string | Uint8Array> {
  if (!holdsStoredJson(value)) return JSON.stringify(value);
  const parts = splitJson(value).map(toPart);
  if (!parts.some((part) => part instanceof Blob)) return joinBytes(parts.map(requireBytes));
  return joinBytes(
    await Promise.all(parts.map((part) => (part instanceof Blob ? part.bytes() : requireBytes(part)))),
  );
}

/** The bytes of all parts; a single part is not copied. */
export const joinBytes = (parts: readonly Uint8Array[]): Uint8Array =>
  parts.length === 1 ? (parts[0] as Uint8Array) : Buffer.concat(parts);

/**
 * Like `encodeJson`, for surfaces that stream answers: the result is in parts if it has lazy JSON or more than
 * `mostBytes`. Stored JSON is not copied into the parts. `isKept`: the answer is cached together with the value, and
 * the stored JSON in the value becomes a slice of the answer, so that both use the memory once. Responses share it
 * without a copy.
 */
export function encodeJsonParts(
  value: unknown,
  mostBytes: number,
  { isKept = false }: { isKept?: boolean } = {},
): string | Uint8Array | Blob | (Uint8Array | LazyJson)[] {
  if (!holdsStoredJson(value)) return JSON.stringify(value);
  const pieces = splitJson(value);
  const parts = pieces.map(toPart);
  const isLazy = parts.some((part) => !(part instanceof Uint8Array || part instanceof Blob));
  const bytes = parts.reduce((sum, part) => sum + sizeOf(part), 0);
  if (isLazy || bytes > mostBytes) return parts.map(toStreamed);
  const isPlain = !parts.some((part) => part instanceof Blob);
  if (isPlain && !isKept) return Buffer.concat(parts as Uint8Array[]);
  const answer = new Blob(parts as (Uint8Array<ArrayBuffer> | Blob)[]);
  if (isKept) sharePieces(pieces, answer);
  return answer;
}

/** Replaces stored JSON by the slice of the answer that contains it. */
function sharePieces(pieces: readonly Piece[], answer: Blob): void {
  let offset = 0;
  for (const piece of pieces) {
    const end = offset + sizeOf(toPart(piece));
    if (isStoredJson(piece)) piece[BYTES] = answer.slice(offset, end);
    offset = end;
  }
}

/** A part of encoded JSON, and the same where it came from. */
type Part = Uint8Array | Blob | LazyJson;
type Piece = Uint8Array | StoredJson;

const toPart = (piece: Piece): Part => (isStoredJson(piece) ? piece[BYTES] : piece);

const toStreamed = (part: Part): Uint8Array | LazyJson =>
  part instanceof Blob
    ? { byteLength: part.size, read: (offset, length) => part.slice(offset, offset + length).bytes() }
    : part;

const sizeOf = (part: Part): number => (part instanceof Blob ? part.size : part.byteLength);

/** The JSON of a value as bytes, with stored JSON as pieces of its own. */
function splitJson(value: unknown): Piece[] {
  const pieces: Piece[] = [];
  let text = '';
  const write = (part: unknown): void => {
    if (isStoredJson(part)) {
      pieces.push(Buffer.from(text), part);
      text = '';
    } else if (Array.isArray(part) && holdsStoredJson(part)) {
      writeAll('[', part.entries(), ']', () => {});
    } else if (holdsStoredJson(part)) {
      const present = Object.entries(part as object).filter(([, child]) => child !== undefined);
      writeAll('{', present.values(), '}', (key) => {
        text += `${JSON.stringify(key)}:`;
      });
    } else {
      // As in arrays of JSON.stringify, where undefined is null.
      text += JSON.stringify(part) ?? 'null';
    }
  };
  const writeAll = <Key>(
    open: string,
    entries: Iterable<[Key, unknown]>,
    close: string,
    writeKey: (key: Key) => void,
  ): void => {
    text += open;
    let separator = '';
    for (const [key, child] of entries) {
      text += separator;
      writeKey(key);
      write(child);
      separator = ',';
    }
    text += close;
  };
  write(value);
  pieces.push(Buffer.from(text));
  return pieces;
}

function holdsStoredJson(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (isStoredJson(value)) return true;
  if (Array.isArray(value)) return value.some(holdsStoredJson);
  for (const key in value) {
    if (holdsStoredJson((value as Record<string, unknown>)[key])) return true;
  }
  return false;
}
