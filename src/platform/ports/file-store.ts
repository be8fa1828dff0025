/** Stored files by key. A key is one or more parts of `[a-z0-9]` joined by `/`. */
export interface FileStore {
  /**
   * Stores the local file at `path` under `key` and removes it from there: a driver moves it, if the folder for unfinished
   * files is on its file system, or uploads it. The file is durable when this resolves. Keys are made from the content, so
   * an existing file is replaced by an equal one. Throws `storage_full`; the file at `path` then still exists.
   */
  put(key: string, path: string): Promise<void>;
  /** A file that is read lazily; `slice` gives a range of it. Undefined if there is no such file. */
  get(key: string): Promise<Blob | undefined>;
  /** The path of a file on the local disk, whether it exists or not. */
  localPath(key: string): string;
  /** Does nothing if there is no such file. */
  delete(key: string): Promise<void>;
  /** Gives a file another key, with the time of its last change. Replaces a file there. Returns false if there is no such file. */
  move(from: string, to: string): Promise<boolean>;
  stat(key: string): Promise<FileFacts | undefined>;
  /**
   * Every file, or every one whose key begins with `folder` and a slash, in no order. Files that are stored or deleted
   * meanwhile may or may not be included.
   */
  list(folder?: string): AsyncIterable<FileFacts & { key: string }>;
}

export interface FileFacts {
  bytes: number;
  /** Milliseconds since the epoch. */
  modifiedAt: number;
}
