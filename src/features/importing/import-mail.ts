import type { ImportInput } from '../../mail/import/formats.ts';
import type { TemplateContent } from '../../mail/model/index.ts';
import { DomainError, invalidField } from '../../platform/errors.ts';
import { storedJson } from '../../platform/json/stored-json.ts';
import type { OperationContext } from '../../platform/operation.ts';
import { ownerOf } from '../../platform/scope.ts';
import {
  createTemplate,
  type ImportReport,
  type MadeContent,
  prepareContent,
  type Template,
} from '../templates/index.ts';
import { copyPictures } from './copy-pictures.ts';
import { readPictureSizes } from './picture-sizes.ts';

type Context = Pick<OperationContext<'tenant'>, 'deps' | 'scope' | 'emit' | 'signal'>;

/** What to do with an imported mail. */
interface ImportOptions {
  /** Copy pictures of other hosts to the media library. */
  copyImages?: boolean | undefined;
  /** Store nothing: neither the template nor pictures. */
  isDryRun?: boolean;
}

/** Imports a mail in a worker, and copies its pictures. Throws `validation_failed` and `too_large`. */
export async function importMail(
  context: Context,
  input: ImportInput,
  { copyImages = false, isDryRun = false }: ImportOptions = {},
): Promise<MadeContent & { report: typeof ImportReport.static }> {
  const { deps, scope } = context;
  const run = (mail: ImportInput) => deps.services.importing.importers.run(mail, { owner: ownerOf(scope) });
  const first = await run(input);
  if (!first.ok) throw toRefusal(first);
  const pictureSizes = await readPictureSizes(context, first.unsized, input.base);
  const imported = Object.keys(pictureSizes).length === 0 ? first : await run({ ...input, pictureSizes });
  if (!imported.ok) throw toRefusal(imported);
  const { report, title } = imported;
  if (isDryRun) return { content: imported.content, name: title, report };
  const { content, pictures } = await copyPictures(context, imported.content, { isRemote: copyImages });
  return { content, name: title, report: pictures.length === 0 ? report : { ...report, pictures } };
}

/** Imports a mail and stores it as a template, unless only the content is wanted. */
export async function importTemplate(
  context: OperationContext<'tenant'>,
  input: ImportInput,
  { name, ...options }: ImportOptions & { name?: string | null | undefined },
) {
  const made = await importMail(context, input, options);
  const { content, report } = made;
  if (options.isDryRun === true) {
    return { content: storedJson<TemplateContent>(prepareContent(context.scope, content).json), report };
  }
  const created = { content, name: name ?? made.name ?? null, answer: 'full' as const };
  return { template: (await createTemplate.run(context, created)) as typeof Template.static, report };
}

function toRefusal({ reason, message }: { reason: string; message: string }): DomainError {
  return reason === 'too_large' ? new DomainError('too_large', message) : invalidField('source', message);
}
