/** A member of a JSON body that is left to a worker process, because it is large: its UTF-8 bytes. It may be no JSON. */
export class UnparsedJson {
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}
