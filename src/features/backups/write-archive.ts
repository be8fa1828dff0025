import { open } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { Encrypter } from 'age-encryption';
import { pack } from 'tar-stream';
import { sha256Hex } from '../../platform/security/crypto.ts';
import { fromWeb, type Part, READ_BYTES, toWeb } from './archive.ts';
import { writeInSteps } from './write-in-steps.ts';

const ZSTD_LEVEL = 3;

/** Cost of deriving the key from a passphrase, as a power of two: about a second. */
const SCRYPT_WORK = 16;

/** Writes an archive to a new file: call `addText` and `addFile` for each part, then `finish`. */
export class ArchiveWriter {
  readonly #pack = pack();
  readonly #written: Promise<void>;
  /** The error after which nothing more can be written. */
  #failure: unknown;

  /** Replaces a file at `path`. `passphrase`: empty for no encryption. */
  constructor(path: string, passphrase: string) {
    this.#written = this.#write(path, passphrase);
    this.#written.catch((error) => {
      this.#failure ??= error;
      this.#pack.destroy(error);
    });
  }

  addText(name: string, text: string): Part {
    return this.addBytes(name, Buffer.from(text));
  }

  addBytes(name: string, content: Uint8Array): Part {
    const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
    this.#pack.entry({ name, mode: 0o600 }, bytes);
    return { name, bytes: bytes.length, sha256: sha256Hex(bytes) };
  }

  /**
   * Adds this many bytes of the file at `path`. Throws ENOENT before anything is written, or if the file is shorter.
   */
  async addFile(name: string, path: string, bytes: number): Promise<Part> {
    const file = await open(path);
    const source = file.createReadStream({ highWaterMark: READ_BYTES, end: Math.max(0, bytes - 1) });
    const hash = new Bun.CryptoHasher('sha256');
    try {
      const entry = this.#pack.entry({ name, size: bytes, mode: 0o600 });
      if (bytes > 0)
        await pipeline(
          source,
          async function* (chunks: AsyncIterable<Uint8Array>) {
            for await (const chunk of chunks) {
              hash.update(chunk);
              yield chunk;
            }
          },
          entry,
        );
    } catch (error) {
      throw this.#failure ?? error;
    } finally {
      await file.close().catch(() => undefined);
    }
    return { name, bytes, sha256: hash.digest('hex') };
  }

  /** Resolves when everything is on the disk. */
  async finish(): Promise<void> {
    this.#pack.finalize();
    await this.#written.catch((error) => {
      throw this.#failure ?? error;
    });
  }

  async #write(path: string, passphrase: string): Promise<void> {
    const compressed = createZstdCompress({
      params: { [constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL, [constants.ZSTD_c_checksumFlag]: 1 },
    });
    const target = (chunks: AsyncIterable<Uint8Array>) =>
      writeInSteps(path, chunks, (error) => {
        this.#failure ??= error;
      });
    if (passphrase === '') return pipeline(this.#pack, compressed, target);
    const encrypter = new Encrypter();
    encrypter.setScryptWorkFactor(SCRYPT_WORK);
    encrypter.setPassphrase(passphrase);
    const plain = new PassThrough();
    const secret = await encrypter.encrypt(toWeb(plain));
    await Promise.all([pipeline(this.#pack, compressed, plain), pipeline(fromWeb(secret), target)]);
  }
}
