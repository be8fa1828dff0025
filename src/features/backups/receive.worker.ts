import { serveWorker } from '../../platform/workers/serve.ts';
import { type ReceivedBackup, receiveBackup } from './receive-backup.ts';

export interface ReceiveJob {
  file: string;
  /** An empty directory. */
  folder: string;
  passphrase: string;
}

serveWorker(({ file, folder, passphrase }: ReceiveJob): Promise<ReceivedBackup> => {
  return receiveBackup(file, folder, passphrase);
});
