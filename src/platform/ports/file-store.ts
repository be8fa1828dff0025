/** Stored files by key. A key is one or more parts of `[a-z0-9]` joined by `/`. */
export interface FileStore {
  /**
   * Stores the local file at `path` under `key` and removes it from there: a driver moves it, if the folder for unfinished
   * files is on its file system, or uploads it. The file is durable when this resolves. Keys are made from the content, so
   * an existing file is replaced by an equal one. Throws `storage_full` or `unavailable`; the file at `path` then still exists.
   */
  put(key: string, path: string): Promise<void>;
  /** A file that is read lazily; `slice` gives a range of it. Undefined if there is no such file. */
  get(key: string): Promise<Blob | RemoteFile | undefined>;
  /** From where a worker process can read a file, whether it exists or not: addresses are signed for a day. */
  locate(key: string): Promise<{ path: string } | { url: string }>;
  /** Does nothing if there is no such file. */
  delete(key: string): Promise<void>;
  /** Gives a file another key. Replaces a file there. Returns false if there is no such file. */
  move(from: string, to: string): Promise<boolean>;
  stat(key: string): Promise<FileFacts | undefined>;
  /**
   * Every file, or every one whose key begins with `folder` and a slash, in no order. Files that are stored or deleted
   * meanwhile may or may not be included.
   */
  list(folder?: string): AsyncIterable<FileFacts & { key: string }>;
  /** Removes parts of uploads that began before this time (ms) and were never finished. Returns how many uploads they were. */
  removeUnfinished?(before: number): Promise<number>;
  /** Why files cannot be read or stored at the moment, for the operator. It returns at once; undefined: no fault is known. */
  fault?(): string | undefined;
  /** Throws the system's error if files cannot be stored for want of rights. It writes nothing. */
  requireWritable?(): Promise<void>;
  /** Stores, reads and deletes a file to try the store. Throws an error with a message for the operator. */
  probe?(): Promise<void>;
}

/** A file that is not on this machine. Every method that reads throws `unavailable` if its store cannot be reached. */
export interface RemoteFile {
  readonly size: number;
  slice(start: number, end: number): RemoteFile;
  /** Resolves when the store has begun to answer, so that a failure can still be told. */
  open(): Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;
  stream(): ReadableStream<Uint8Array<ArrayBuffer>>;
  bytes(): Promise<Uint8Array>;
  text(): Promise<string>;
  /** Where clients can load the whole file for a while; undefined if it is to be sent through this server. */
  redirect: ((headers: { type: string; disposition: string }) => Promise<string>) | undefined;
}

export interface FileFacts {
  bytes: number;
  /** Milliseconds since the epoch. */
  modifiedAt: number;
}
