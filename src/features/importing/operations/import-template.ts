import { Type } from '@sinclair/typebox';
import type { ImportInput } from '../../../mail/import/index.ts';
import type { TemplateContent } from '../../../mail/model/index.ts';
import { DomainError, invalidField } from '../../../platform/errors.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { ownerOf } from '../../../platform/scope.ts';
import { storedJson } from '../../../platform/stored-json.ts';
import {
  ContentOutput,
  createTemplate,
  prepareContent,
  Template,
  TemplateName,
} from '../../templates/index.ts';

type Format = ImportInput['format'];

const LABELS: Record<Format, string> = {
  beefree: 'Beefree',
  unlayer: 'Unlayer',
  mjml: 'MJML',
  html: 'HTML',
};

const ImportNote = Type.Object({
  what: Type.String(),
  why: Type.String(),
  path: Type.Optional(Type.String({ description: 'JSON Pointer into a design, or the included file.' })),
  line: Type.Optional(Type.Integer()),
});

const ImportedTemplate = Type.Object({
  template: Type.Optional(Template),
  content: Type.Optional(ContentOutput),
  report: Type.Object({
    kept: Type.Integer({ description: 'Number of blocks.' }),
    notes: Type.Array(ImportNote, { description: 'Parts of the source that were changed or lost.' }),
  }),
});

function defineImport(format: Format) {
  const label = LABELS[format];
  return defineOperation({
    name: `importFrom${label}`,
    summary: `Make a template of a mail made with ${label}, and report what was changed or lost`,
    scope: 'tenant',
    effect: 'write',
    requestClass: 'render',
    input: Type.Object({
      source: Type.Unknown({
        description:
          format === 'beefree' || format === 'unlayer'
            ? 'The design: its JSON, as an object or as text.'
            : `The text of the ${label}.`,
      }),
      name: Type.Optional(TemplateName),
      dry_run: Type.Optional(Type.Boolean({ description: 'Return the content without saving it.' })),
      ...(format === 'mjml' && {
        includes: Type.Optional(
          Type.Record(Type.String(), Type.String(), {
            description: 'Texts of the files it includes, by path.',
          }),
        ),
      }),
    }),
    output: ImportedTemplate,
    async run(context, { source, name, dry_run, ...rest }) {
      const { includes } = rest as { includes?: Record<string, string> };
      const imported = await context.deps.services.importing.importers.run(
        { format, body: toText(source, format), includes },
        { owner: ownerOf(context.scope) },
      );
      if (!imported.ok) throw toRefusal(imported);
      const { content, report, title } = imported;
      if (dry_run === true) {
        return { content: storedJson<TemplateContent>(prepareContent(context.scope, content).json), report };
      }
      const input = { content, name: name ?? title ?? null, answer: 'full' as const };
      const template = (await createTemplate.run(context, input)) as typeof ImportedTemplate.static.template;
      return { ...(template && { template }), report };
    },
  });
}

/** Designs come as objects too. A worker gets their text: copying a million small values would block the server. */
function toText(source: unknown, format: Format): string | undefined {
  if (typeof source === 'string') return source;
  return format === 'beefree' || format === 'unlayer' ? JSON.stringify(source) : undefined;
}

function toRefusal({ reason, message }: { reason: string; message: string }): DomainError {
  return reason === 'too_large' ? new DomainError('too_large', message) : invalidField('source', message);
}

export const importFromBeefree = defineImport('beefree');
export const importFromUnlayer = defineImport('unlayer');
export const importFromMjml = defineImport('mjml');
export const importFromHtml = defineImport('html');
