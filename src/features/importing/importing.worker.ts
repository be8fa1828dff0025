import { type ImportedContent, type ImportInput, importContent } from '../../mail/import/index.ts';
import { emlToHtml } from '../../mail/import/read-eml.ts';
import { createId } from '../../platform/ids.ts';
import { serveWorker } from '../../platform/workers/serve.ts';

serveWorker(async (input: ImportInput): Promise<ImportedContent> => {
  const { format, body, pictureSizes } = input;
  if (format !== 'eml' || typeof body !== 'string') return importContent(input, { makeId: createId });
  return importContent({ format: 'html', body: await emlToHtml(body), pictureSizes }, { makeId: createId });
});
