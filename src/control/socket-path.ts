import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256 } from '../platform/crypto.ts';

/** Longest path a Unix socket can have everywhere (macOS: 104 bytes with the final NUL). */
const MAX_SOCKET_PATH_BYTES = 100;

/** Where the server of a data directory (an absolute path) listens for commands. */
export function controlSocketPath(dataDir: string): string {
  const inside = join(dataDir, 'control.sock');
  const hash = Buffer.from(sha256(dataDir)).toString('hex').slice(0, 16);
  if (process.platform === 'win32') return `\\\\.\\pipe\\galley-${hash}`;
  return Buffer.byteLength(inside) <= MAX_SOCKET_PATH_BYTES ? inside : join(tmpdir(), `galley-${hash}.sock`);
}
