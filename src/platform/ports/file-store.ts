/** Where finished files are kept. A key is steps of `[a-z0-9]` joined by `/`, and decides about nothing but the place. */
export interface FileStore {
  /**
   * Makes the finished file at `path` the one under `key`; it has to lie on the file system of the store, because it is
   * moved. Once this resolves it survives a power cut. Bytes decide about the key, so a file that is there already is
   * replaced by its equal. Throws `storage_full`; the file at `path` is then still there.
   */
  put(key: string, path: string): Promise<void>;
  /** A file, or with `slice` a range of it, read while it is sent; undefined if there is no such file. */
  get(key: string): Promise<Blob | undefined>;
  /** A file that is not there counts as deleted. */
  delete(key: string): Promise<void>;
  stat(key: string): Promise<FileFacts | undefined>;
  /** Every file there is, in no order. Files that come or go meanwhile may or may not be among them. */
  list(): AsyncIterable<FileFacts & { key: string }>;
}

export interface FileFacts {
  bytes: number;
  /** Milliseconds since the epoch. */
  modifiedAt: number;
}
