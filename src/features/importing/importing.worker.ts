import { type ImportedContent, type ImportInput, importContent } from '../../mail/import/index.ts';
import { createId } from '../../platform/ids.ts';
import { serveWorker } from '../../platform/workers/serve.ts';

serveWorker((input: ImportInput): ImportedContent => importContent(input, { makeId: createId }));
