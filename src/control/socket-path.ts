import { join } from 'node:path';
import { sha256Hex } from '../platform/security/crypto.ts';

/** Longest path a Unix socket can have everywhere (macOS: 104 bytes with the final NUL). */
const MAX_SOCKET_PATH_BYTES = 100;

const SOCKET_NAME = 'control.sock';

/** Where the server of a data directory (an absolute path) listens for commands, as a path to open. */
export function controlSocketFile(dataDir: string): string {
  if (process.platform !== 'win32') return join(dataDir, SOCKET_NAME);
  return `\\\\.\\pipe\\galley-${sha256Hex(dataDir).slice(0, 16)}`;
}

/**
 * The same as an address to listen on or connect to, which has to be short: in a deep directory it is the name alone,
 * and that directory is the working directory until `leave` is called.
 */
export function enterControlSocket(dataDir: string): { address: string; leave(): void } {
  const file = controlSocketFile(dataDir);
  if (Buffer.byteLength(file) <= MAX_SOCKET_PATH_BYTES) return { address: file, leave: () => {} };
  const before = process.cwd();
  process.chdir(dataDir);
  return { address: SOCKET_NAME, leave: () => process.chdir(before) };
}
