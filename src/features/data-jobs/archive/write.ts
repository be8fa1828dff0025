import { createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ZipFile } from 'yazl';
import { isDiskFull, storageFull } from '../../../platform/errors.ts';
import { syncFolder } from '../../../platform/files/sync-folder.ts';
import { UNFINISHED } from '../job-files.ts';
import type { Part } from './format.ts';

/** Most bytes per call of the compression. */
const CHUNK_BYTES = 256 * 1024;

/** Writes a zip file part by part, with little memory. Files above 4 GB are written as ZIP64. */
export class ZipWriter {
  readonly parts: Part[] = [];
  readonly #zip: ZipFile;
  readonly #path: string;
  readonly #mtime: Date;
  readonly #written: Promise<void>;
  #failure: { error: unknown } | undefined;

  private constructor(zip: ZipFile, path: string, time: number) {
    this.#zip = zip;
    this.#path = path;
    this.#mtime = new Date(time);
    const target = createWriteStream(path + UNFINISHED, { mode: 0o600, flush: true });
    this.#written = pipeline(this.#zip.outputStream as Readable, target);
    this.#written.catch((error) => {
      this.#failure = { error: isDiskFull(error) ? storageFull(error) : error };
    });
  }

  /** @param path of the finished file; until then it has another name. @param time of the parts, in ms */
  static async open(path: string, time: number): Promise<ZipWriter> {
    // Imported here, because the library loads the table of time zones, which would slow down each command.
    const { ZipFile } = await import('yazl');
    return new ZipWriter(new ZipFile(), path, time);
  }

  /** Adds one part and notes its hash. Resolves when it has been read to its end. */
  async add(
    name: string,
    content: AsyncIterable<string | Uint8Array>,
    { compress = true }: { compress?: boolean } = {},
  ): Promise<Part> {
    const { promise, resolve, reject } = Promise.withResolvers<Part>();
    const hash = new Bun.CryptoHasher('sha256');
    let bytes = 0;
    async function* measured() {
      for await (const piece of content) {
        const chunk = typeof piece === 'string' ? Buffer.from(piece) : piece;
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
      resolve({ name, bytes, sha256: hash.digest('hex') });
    }
    const stream = Readable.from(measured(), { objectMode: false, highWaterMark: CHUNK_BYTES });
    stream.on('error', reject);
    this.#written.catch(reject);
    this.#zip.addReadStream(stream, name, { compress, mtime: this.#mtime, mode: 0o100600 });
    const part = await promise.catch((error) => {
      throw this.#failure?.error ?? error;
    });
    this.parts.push(part);
    return part;
  }

  async addText(name: string, text: string): Promise<Part> {
    return this.add(name, pieces(text));
  }

  /** Resolves when everything is on the disk under its final name. */
  async finish(): Promise<void> {
    this.#zip.end();
    await this.#written.catch((error) => {
      throw this.#failure?.error ?? error;
    });
    await rename(this.#path + UNFINISHED, this.#path);
    await syncFolder(dirname(this.#path));
  }

  /** Ends without finishing. The caller removes the file. */
  async abort(): Promise<void> {
    (this.#zip.outputStream as Readable).destroy(new Error('writing the archive was aborted'));
    await this.#written.catch(() => {});
  }
}

async function* pieces(text: string) {
  yield text;
}
