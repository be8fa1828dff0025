import type { ImportedContent, ImportInput } from '../../mail/import/index.ts';
import { defineFeature } from '../../platform/feature.ts';
import { WorkerPool } from '../../platform/workers/pool.ts';
import { workerProcess } from '../../platform/workers/worker-process.ts';
import { readSource } from './operations/import-template.ts';
import { importingRoutes } from './routes.ts';

export const importing = defineFeature({
  name: 'importing',
  services({ log, fairShare }) {
    const importers = new WorkerPool<ImportInput, ImportedContent>({
      start: workerProcess('features/importing/importing.worker'),
      share: fairShare,
      what: 'Importing',
      size: 1,
      log,
    });
    return { importers, close: () => importers.close() };
  },
  listeners({ services }) {
    services.templates.sourceReader = readSource;
  },
  routes: importingRoutes,
});

declare module '../../platform/deps.ts' {
  interface Services {
    importing: {
      /** Imports mails in a worker process. */
      importers: WorkerPool<ImportInput, ImportedContent>;
      close(): Promise<void>;
    };
  }
}
