import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DomainError } from '../platform/errors.ts';

/**
 * Throws `forbidden` if this user may not open a file of the data directory. The error names the path and its owner.
 */
export function requirePermission(file: string): void {
  if (!isForbidden(file)) return;
  const { path, uid } = findForbiddenPath(file);
  const own = process.geteuid?.() ?? 0;
  if (uid === own) {
    const message = `Permission denied: ${path} is yours but may not be written. Change its mode, for example: chmod u+rwX ${path}`;
    throw new DomainError('forbidden', message);
  }
  const owner = findUserName(uid);
  const self = findUserName(own);
  throw new DomainError(
    'forbidden',
    `Permission denied: ${path} belongs to the user ${owner}, and this command runs as ${self}. Run it as that user, for example: sudo -u ${owner} galley …`,
  );
}

function isForbidden(file: string): boolean {
  try {
    // Not opened: closing a file of the database releases the locks that this process has on it.
    accessSync(file, constants.R_OK | constants.W_OK);
    return false;
  } catch (error) {
    return ['EACCES', 'EPERM'].includes((error as { code?: string }).code ?? '');
  }
}

/** The file itself, or the folder that the user may not enter. */
function findForbiddenPath(file: string): { path: string; uid: number } {
  for (let path = file; ; path = dirname(path)) {
    try {
      return { path, uid: statSync(path).uid };
    } catch (error) {
      if (path === dirname(path)) throw error;
    }
  }
}

function findUserName(uid: number): string {
  try {
    const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
    const line = lines.find((entry) => entry.split(':')[2] === `${uid}`);
    return line?.split(':')[0] ?? `${uid}`;
  } catch {
    return `${uid}`;
  }
}
