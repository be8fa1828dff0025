import { serveWorker } from '../../platform/workers/serve.ts';
import { requireRows } from './restore.ts';

export interface VerifyJob {
  file: string;
  rows: Readonly<Record<string, number>>;
}

serveWorker(async ({ file, rows }: VerifyJob): Promise<null> => {
  requireRows(file, rows);
  return null;
});
