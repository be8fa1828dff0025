import { serveWorker } from '../../platform/workers/serve.ts';
import { findMediaFaults } from './media/receive-media.ts';
import { type ReceivedBackup, receiveArchive } from './receive-backup.ts';
import { openTarget, type TargetAccess } from './targets/index.ts';

export interface ReceiveJob {
  file: string;
  /** The target of the backup, which also has its media files. */
  access: TargetAccess;
  /** An empty directory. */
  folder: string;
  passphrase: string;
}

export interface CheckedBackup extends Pick<ReceivedBackup, 'manifest'> {
  /** Names at the target of media files that are missing or damaged there. */
  mediaFaults: string[];
}

serveWorker(async ({ file, access, folder, passphrase }: ReceiveJob): Promise<CheckedBackup> => {
  const { manifest } = await receiveArchive(file, folder, passphrase);
  const { media, ...rest } = manifest;
  const mediaFaults = media === undefined ? [] : await findMediaFaults(openTarget(access), media);
  return { manifest: rest, mediaFaults };
});
