import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeReleaseFiles, writeSums } from '../../scripts/packaging/release-files.ts';
import { nameExecutable } from '../../src/cli/update/installation.ts';
import { sha256HexOf } from '../../src/platform/security/crypto.ts';

/** A version that is newer than the tested one. */
export const NEWER = '99.1.0';

interface KeyPair {
  pem: string;
  public: string;
}

export function createKeyPair(): KeyPair {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    pem: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    public: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  };
}

/** A release directory, served over HTTP with the layout of GitHub. */
export class ReleaseServer {
  private readonly server: Bun.Server<undefined>;
  /** The paths that were asked for. */
  readonly asked: string[] = [];
  /** Changes an answer, for faults. */
  tamper: (name: string, answer: Response) => Response | Promise<Response> = (_, answer) => answer;

  constructor(private readonly dir: string) {
    mkdirSync(dir);
    this.server = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: (request) => {
        const { pathname } = new URL(request.url);
        this.asked.push(pathname);
        const name =
          /^\/releases\/(?:latest\/download|download\/v[\d.]+)\/([\w.-]+)$/.exec(pathname)?.[1] ?? '';
        const file = join(this.dir, name);
        if (name === '' || !existsSync(file)) return new Response('Not Found', { status: 404 });
        return this.tamper(name, new Response(Bun.file(file)));
      },
    });
  }

  get url(): string {
    return `http://127.0.0.1:${this.server.port}/releases`;
  }

  /** Makes a release of this executable, signed with the key. */
  async publish(
    executable: string | Uint8Array,
    { pem, public: key }: KeyPair,
    version = NEWER,
  ): Promise<void> {
    const file = join(this.dir, nameExecutable());
    writeFileSync(file, executable);
    chmodSync(file, 0o755);
    const names = writeReleaseFiles({
      folder: this.dir,
      version,
      day: '2027-01-31',
      url: this.url,
      keys: [key],
    });
    const hashes = new Map<string, string>();
    for (const name of [nameExecutable(), ...names])
      hashes.set(name, await sha256HexOf(Bun.file(join(this.dir, name))));
    writeSums(this.dir, hashes, { pem, keys: [key] });
  }

  /** Half of the executable, as if it were all. */
  async truncate(): Promise<Response> {
    const file = Bun.file(join(this.dir, nameExecutable()));
    return new Response(await file.slice(0, file.size / 2).bytes());
  }

  stop(): Promise<void> {
    return this.server.stop(true);
  }
}
