/** A large member of a JSON body that a worker process parses: its UTF-8 bytes, which may be invalid JSON. */
export class UnparsedJson {
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}
