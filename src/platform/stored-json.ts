const BYTES = Symbol('stored JSON');

/**
 * JSON that is sent as it is stored: UTF-8 bytes that a surface splices into its response without parsing them.
 * `Value` is the type of the parsed value.
 */
export interface StoredJson<Value = unknown> {
  readonly [BYTES]: Uint8Array;
  /** Never present; carries the type. */
  readonly value?: Value;
}

/** Wraps the UTF-8 bytes of a complete JSON text. */
export function storedJson<Value>(bytes: Uint8Array): StoredJson<Value> {
  return { [BYTES]: bytes };
}

export function isStoredJson(value: unknown): value is StoredJson {
  return typeof value === 'object' && value !== null && BYTES in value;
}

const decoder = new TextDecoder();

export function parseStoredJson<Value>(stored: StoredJson<Value>): Value {
  return JSON.parse(decoder.decode(stored[BYTES])) as Value;
}

/**
 * Encodes a value as JSON: as a string, or as UTF-8 bytes with stored JSON spliced in. Stored JSON can be a property of
 * an object or an item of an array; all other values are encoded with `JSON.stringify`.
 */
export function encodeJson(value: unknown): string | Uint8Array {
  if (!holdsStoredJson(value)) return JSON.stringify(value);
  const parts: Uint8Array[] = [];
  let text = '';
  const write = (part: unknown): void => {
    if (isStoredJson(part)) {
      parts.push(Buffer.from(text), part[BYTES]);
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
  parts.push(Buffer.from(text));
  return parts.length === 1 ? (parts[0] as Uint8Array) : Buffer.concat(parts);
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
