/** The client hello of a TLS connection (RFC 8446, section 4.1.2), as far as a relay needs it. */
interface ClientHello {
  serverName: string | undefined;
  /** The protocols that the client offers (ALPN), in order of preference. */
  protocols: string[];
}

const HANDSHAKE = 22;
const CLIENT_HELLO = 1;
const SERVER_NAME = 0;
const PROTOCOLS = 16;

const RECORD_HEADER_BYTES = 5;
const RANDOM_BYTES = 32;

/** Length of the first record in bytes; undefined until its header has arrived. */
export function firstRecordBytes(bytes: Uint8Array): number | undefined {
  const [high, low] = [bytes[3], bytes[4]];
  return high === undefined || low === undefined ? undefined : RECORD_HEADER_BYTES + high * 256 + low;
}

/** Reads the first record of a connection. Undefined if it is not a complete client hello. */
export function readClientHello(record: Uint8Array): ClientHello | undefined {
  try {
    return readHello(new Reader(record));
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function readHello(record: Reader): ClientHello | undefined {
  if (record.number(1) !== HANDSHAKE) return undefined;
  record.number(2);
  const handshake = record.vector(2);
  if (handshake.number(1) !== CLIENT_HELLO) return undefined;
  const hello = handshake.vector(3);
  hello.number(2);
  hello.bytes(RANDOM_BYTES);
  // Session id, cipher suites, compression methods.
  for (const lengthBytes of [1, 2, 1]) hello.vector(lengthBytes);
  const found: ClientHello = { serverName: undefined, protocols: [] };
  const extensions = hello.vector(2);
  while (!extensions.isAtEnd) {
    const type = extensions.number(2);
    const extension = extensions.vector(2);
    if (type === SERVER_NAME) found.serverName = readServerName(extension.vector(2));
    if (type === PROTOCOLS) found.protocols = readProtocols(extension.vector(2));
  }
  return found;
}

/** There is only one type of name, and at most one name per type. */
function readServerName(names: Reader): string {
  names.number(1);
  return names.vector(2).text();
}

function readProtocols(list: Reader): string[] {
  const protocols: string[] = [];
  while (!list.isAtEnd) protocols.push(list.vector(1).text());
  return protocols;
}

/** Reads TLS numbers and vectors in sequence. Throws a `RangeError` at the end of the bytes. */
class Reader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  bytes(length: number): Uint8Array {
    const end = this.#at + length;
    if (end > this.#bytes.length) throw new RangeError('The hello ends early.');
    const part = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return part;
  }

  number(length: number): number {
    return this.bytes(length).reduce((sum, byte) => sum * 256 + byte, 0);
  }

  /** Reads a vector: a length of `lengthBytes` bytes, followed by that many bytes. */
  vector(lengthBytes: number): Reader {
    return new Reader(this.bytes(this.number(lengthBytes)));
  }

  text(): string {
    return Buffer.from(this.#bytes).toString('latin1');
  }
}
