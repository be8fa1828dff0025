import { writeFile } from 'node:fs/promises';
import { DomainError } from '../../../platform/errors.ts';
import { sha256Hex } from '../../../platform/security/crypto.ts';
import type { BackupTarget } from '../targets/index.ts';
import { nameReferences } from './media-folder.ts';

/**
 * Stores which media files an archive needs. The first line has the hash of the others, because a damaged name could
 * lead to the removal of a file.
 */
export async function writeReferences(
  target: BackupTarget,
  path: string,
  archive: string,
  names: Iterable<string>,
): Promise<void> {
  const text = [...names].join('\n');
  await target.put(nameReferences(path, archive), (file) =>
    writeFile(file, `${sha256Hex(text)}\n${text}`, { mode: 0o600, flush: true }),
  );
}

/** Throws if the references are missing or not whole. */
export async function readReferences(target: BackupTarget, path: string, archive: string): Promise<string[]> {
  const name = nameReferences(path, archive);
  const text = await target.fetch(name, (file) => Bun.file(file).text());
  const names = text.slice(text.indexOf('\n') + 1);
  if (!text.startsWith(`${sha256Hex(names)}\n`))
    throw new DomainError('unavailable', `${name} at ${target.address} is damaged.`);
  return names.split('\n');
}
