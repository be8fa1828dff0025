import { Type } from '@sinclair/typebox';
import { DESIGN_EDITORS, type ImportInput, isDesignFormat } from '../../../mail/import/formats.ts';
import type { TemplateContent } from '../../../mail/model/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { DomainError, featureUnavailable, invalidField } from '../../../platform/errors.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { ownerOf, type TenantScope } from '../../../platform/scope.ts';
import { storedJson } from '../../../platform/stored-json.ts';
import {
  ContentOutput,
  createTemplate,
  ImportReport,
  prepareContent,
  type SourceReader,
  Template,
  TemplateName,
} from '../../templates/index.ts';

type Format = ImportInput['format'];

const LABELS: Record<Exclude<Format, 'design'>, string> = { ...DESIGN_EDITORS, mjml: 'MJML', html: 'HTML' };

const ImportedTemplate = Type.Object({
  template: Type.Optional(Template),
  content: Type.Optional(ContentOutput),
  report: ImportReport,
});

function defineImport(format: Exclude<Format, 'design'>) {
  const label = LABELS[format];
  return defineOperation({
    name: `importFrom${label.replace(/\W/g, '')}`,
    summary: `Make a template of a mail made with ${label}, and report what was changed or lost`,
    scope: 'tenant',
    effect: 'write',
    requestClass: 'render',
    input: Type.Object({
      source: Type.Unknown({
        description:
          format === 'stripo'
            ? 'The HTML, or an object of `html` and `css`, as the plugin hands out.'
            : isDesignFormat(format)
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
  return isDesignFormat(format) ? JSON.stringify(source) : undefined;
}

/** A mail that an import may fetch. */
const MAX_FETCHED_BYTES = 4 * 1024 * 1024;
const FETCH_TIMEOUT_MS = 20_000;

/** Reads the source of a new template. Throws `validation_failed` unless it is one text or address of a mail. */
export const readSource: SourceReader = async ({ deps, scope, signal }, source) => {
  const [kind, second] = (['html', 'mjml', 'url', 'design'] as const).filter(
    (name) => source[name] !== undefined,
  );
  if (kind === undefined || second !== undefined)
    throw invalidField('source', 'must have one of html, mjml, url and design.');
  const text =
    kind === 'url' ? await fetchMail(deps, scope, source.url ?? '', signal) : toText(source[kind], kind);
  const format = kind === 'url' ? formatOf(text ?? '') : kind;
  const imported = await deps.services.importing.importers.run(
    { format, body: text, includes: undefined },
    { owner: ownerOf(scope) },
  );
  if (!imported.ok) throw toRefusal(imported);
  return { content: imported.content, name: imported.title, report: imported.report };
};

function formatOf(text: string): Format {
  return /^\s*(?:<\?xml[^>]*>\s*)?<mjml\b/i.test(text) ? 'mjml' : 'html';
}

async function fetchMail(
  { publicFetch }: Deps,
  scope: TenantScope,
  url: string,
  signal: AbortSignal | undefined,
): Promise<string> {
  if (!scope.plan.features.import_from_url) throw featureUnavailable('import_from_url');
  const { bytes } = await publicFetch.fetchPublicFile(url.trim(), {
    maxBytes: MAX_FETCHED_BYTES,
    timeoutMs: FETCH_TIMEOUT_MS,
    accept: ['text/*', 'application/xhtml+xml', 'application/xml'],
    owner: ownerOf(scope),
    field: 'source.url',
    ...(signal !== undefined && { signal }),
  });
  return new TextDecoder().decode(bytes);
}

function toRefusal({ reason, message }: { reason: string; message: string }): DomainError {
  return reason === 'too_large' ? new DomainError('too_large', message) : invalidField('source', message);
}

export const importFromBeefree = defineImport('beefree');
export const importFromUnlayer = defineImport('unlayer');
export const importFromChamaileon = defineImport('chamaileon');
export const importFromEasyEmail = defineImport('easy-email');
export const importFromEmailBuilder = defineImport('email-builder');
export const importFromGrapesJs = defineImport('grapesjs');
export const importFromStripo = defineImport('stripo');
export const importFromMjml = defineImport('mjml');
export const importFromHtml = defineImport('html');
