import { forEachConcurrently } from '../../../platform/tasks/concurrently.ts';
import { type BackupTarget, UNFINISHED } from '../targets/index.ts';
import { archiveOfReferences, isMediaName } from './media-folder.ts';
import { readReferences } from './references.ts';

const AT_ONCE = 8;

interface KnownArchives {
  /** Backups that this installation keeps. They count also if a list of the target does not contain them. */
  kept: readonly string[];
  /**
   * Whether the backup that makes the archive has ended. If it has and the archive is not at the target, there is no
   * such archive.
   */
  isOver(archive: string): boolean;
}

/**
 * Removes media files that no archive refers to, and returns their number. Throws without having removed any if the references
 * of an archive cannot be read. To be called while no backup is made.
 */
export async function pruneMedia(
  target: BackupTarget,
  path: string,
  { kept, isOver }: KnownArchives,
): Promise<number> {
  const names = await target.listFolder(path);
  const archives = new Set(kept);
  for (const name of names) {
    const archive = archiveOfReferences(path, name);
    if (archive === undefined || archives.has(archive) || archive.endsWith(UNFINISHED)) continue;
    // The upload of an archive may have succeeded although it was reported as failed.
    if (isOver(archive) && !(await target.has(archive))) await target.remove(name);
    else archives.add(archive);
  }
  const needed = new Set<string>();
  for (const archive of archives) {
    for (const name of await readReferences(target, path, archive)) needed.add(name);
  }
  const isUnneeded = (name: string) =>
    // A killed server leaves unfinished files.
    name.endsWith(UNFINISHED) || (isMediaName(name) && !needed.has(name));
  const unneeded = names.filter(isUnneeded);
  await forEachConcurrently(unneeded, AT_ONCE, (name) => target.remove(name));
  return unneeded.length;
}
