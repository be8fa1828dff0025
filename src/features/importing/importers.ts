import type { ImportedContent, ImportInput } from '../../mail/import/index.ts';
import { loneWorker } from '../../platform/workers/index.ts';

/** The process that reads mails made elsewhere. */
export const importersOf = loneWorker<ImportInput, ImportedContent>({
  name: 'features/importing/importing.worker',
  what: 'Importing',
});
