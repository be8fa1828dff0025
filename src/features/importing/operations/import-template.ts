import { Type } from '@sinclair/typebox';
import { DESIGN_EDITORS, type ImportInput, isDesignFormat } from '../../../mail/import/formats.ts';
import { invalidField } from '../../../platform/errors.ts';
import { defineOperation } from '../../../platform/operation.ts';
import {
  ContentOutput,
  ImportReport,
  type SourceReader,
  Template,
  TemplateName,
} from '../../templates/index.ts';
import { fetchMail } from '../fetch-mail.ts';
import { importMail, importTemplate } from '../import-mail.ts';

type Format = ImportInput['format'];

const LABELS: Record<Exclude<Format, 'design'>, string> = {
  ...DESIGN_EDITORS,
  mjml: 'MJML',
  html: 'HTML',
  eml: 'EML',
  zip: 'ZIP',
};

const ImportedTemplate = Type.Object({
  template: Type.Optional(Template),
  content: Type.Optional(ContentOutput),
  report: ImportReport,
});

const Options = Type.Object({
  name: Type.Optional(TemplateName),
  dry_run: Type.Optional(
    Type.Boolean({ description: 'Return the content without saving it, or copying pictures.' }),
  ),
  copy_images: Type.Optional(
    Type.Boolean({ description: 'Copy pictures of other hosts to the media library.', default: false }),
  ),
});

function toOptions({ name, dry_run, copy_images }: typeof Options.static) {
  return { name, isDryRun: dry_run === true, copyImages: copy_images };
}

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
              : format === 'zip'
                ? 'The archive as base64: a mail and its pictures.'
                : `The text of the ${label}.`,
      }),
      ...Options.properties,
      ...(['html', 'mjml', 'eml'].includes(format) && {
        encoding: Type.Optional(
          Type.Literal('base64', {
            description: 'The source is the bytes of the file as base64; their charset is found.',
          }),
        ),
      }),
      ...(format === 'mjml' && {
        includes: Type.Optional(
          Type.Record(Type.String(), Type.String(), {
            description: 'Texts of the files it includes, by path.',
          }),
        ),
      }),
    }),
    output: ImportedTemplate,
    async run(context, { source, ...rest }) {
      const { includes, encoding, ...options } = rest as typeof rest & {
        includes?: Record<string, string>;
        encoding?: 'base64';
      };
      const input = { format, body: toText(source, format), includes, encoding };
      return importTemplate(context, input, toOptions(options));
    },
  });
}

/** Designs come as objects too. A worker gets their text: copying a million small values would block the server. */
function toText(source: unknown, format: Format): string | undefined {
  if (typeof source === 'string') return source;
  return isDesignFormat(format) ? JSON.stringify(source) : undefined;
}

/**
 * Reads the source of a new template. Throws `validation_failed` unless it is one text, design or address of a mail.
 */
export const readSource: SourceReader = async (context, source) => {
  const [kind, second] = (['html', 'mjml', 'eml', 'url', 'design'] as const).filter(
    (name) => source[name] !== undefined,
  );
  if (kind === undefined || second !== undefined)
    throw invalidField('source', 'must have one of html, mjml, eml, url and design.');
  const input: ImportInput =
    kind === 'url'
      ? await fetchMail(context, source.url ?? '', 'source.url')
      : { format: kind, body: toText(source[kind], kind) };
  return importMail(context, input, { copyImages: source.copy_images });
};

export const importFromUrl = defineOperation({
  name: 'importFromUrl',
  summary: 'Make a template of a mail on the web, and report what was changed or lost',
  scope: 'tenant',
  effect: 'write',
  requestClass: 'render',
  feature: 'import_from_url',
  input: Type.Object({
    url: Type.String({ maxLength: 2048, description: 'Address of the page, HTML or MJML.' }),
    ...Options.properties,
  }),
  output: ImportedTemplate,
  async run(context, { url, ...options }) {
    return importTemplate(context, await fetchMail(context, url, 'url'), toOptions(options));
  },
});

export const importFromBeefree = defineImport('beefree');
export const importFromUnlayer = defineImport('unlayer');
export const importFromEml = defineImport('eml');
export const importFromZip = defineImport('zip');
export const importFromChamaileon = defineImport('chamaileon');
export const importFromEasyEmail = defineImport('easy-email');
export const importFromEmailBuilder = defineImport('email-builder');
export const importFromGrapesJs = defineImport('grapesjs');
export const importFromStripo = defineImport('stripo');
export const importFromMjml = defineImport('mjml');
export const importFromHtml = defineImport('html');
