import { CompiledMail, FillFault } from '../../mail/render/fill.ts';
import { type SafeMail, sanitizeMail } from '../../mail/render/sanitize-mail.ts';
import { Cache } from '../../platform/caching/cache.ts';
import { serveWorker } from '../../platform/workers/serve.ts';
import type { FilledMail, FillJob, SanitizeJob } from './rendering.ts';

/** Texts that are parsed already, by key. */
const compiledMails = new Cache<CompiledMail>({ maxEntries: 16 });

function fill({ key, texts, data, hasMjml }: FillJob): FilledMail {
  try {
    const compiled = compiledMails.get(key) ?? new CompiledMail(texts);
    compiledMails.set(key, compiled);
    return compiled.fill(data, hasMjml);
  } catch (thrown) {
    if (!(thrown instanceof FillFault)) throw thrown;
    return { fault: thrown.message, isTooLong: thrown.isTooLong };
  }
}

// Imported without the MJML compiler, whose loading is two thirds of the start of a worker.
serveWorker((job: FillJob | SanitizeJob): FilledMail | SafeMail =>
  job.kind === 'fill' ? fill(job) : sanitizeMail(job.html, job.own),
);
