import { type Static, Type } from '@sinclair/typebox';
import { nullable } from '../../platform/json/nullable.ts';
import type { StoredJson } from '../../platform/json/stored-json.ts';
import { ContentInput, TemplateId } from '../templates/index.ts';

const CustomFontInput = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 100 }),
  url: Type.String({ maxLength: 2000, description: 'Style sheet that declares the font.' }),
  fallback: Type.Optional(
    Type.String({ maxLength: 300, description: 'Fonts to use where it is not loaded.' }),
  ),
});

/** The options of a rendering. */
const RenderInput = {
  format: Type.Union([Type.Literal('html'), Type.Literal('mjml'), Type.Literal('both')], {
    default: 'both',
    description: 'What comes back.',
  }),
  plain_text: Type.Optional(Type.Boolean({ description: 'Also return the mail as plain text.' })),
  data: Type.Optional(
    Type.Unsafe<Record<string, unknown>>(
      Type.Object(
        {},
        { description: 'Sample values for Liquid merge tags; without it tags stay as they are.' },
      ),
    ),
  ),
  custom_fonts: Type.Optional(
    Type.Array(CustomFontInput, { maxItems: 50, description: 'Web fonts of the project.' }),
  ),
  default_fallback: Type.Optional(
    Type.String({ maxLength: 300, description: 'Fonts behind those that name no fallback.' }),
  ),
};

export const ExportInput = Type.Object({ template_id: TemplateId, ...RenderInput });

const { data: _sample, plain_text: _plainText, ...FilledInput } = RenderInput;

export const RenderTemplateInput = Type.Object({
  template_id: TemplateId,
  data: Type.Optional(
    Type.Unsafe<Record<string, unknown>>(
      Type.Object(
        {},
        { description: 'Values for the Liquid merge tags, up to 262,144 characters of JSON.', default: {} },
      ),
    ),
  ),
  strict: Type.Optional(
    Type.Boolean({ description: 'Refuse if `data` lacks a variable that the mail prints. Default false.' }),
  ),
  ...FilledInput,
});

export const RenderContentInput = Type.Object({
  content: ContentInput,
  title: Type.Optional(Type.String({ maxLength: 255, description: 'Name or subject of the mail.' })),
  block_markers: Type.Optional(
    Type.String({
      pattern: '^[a-z][a-z0-9-]{0,39}$',
      description:
        'For previews: each block gets a class, this prefix and its number in reading order from 0. Blocks that show nothing leave a space.',
    }),
  ),
  ...RenderInput,
});

export type RenderOptions = Omit<Static<typeof ExportInput>, 'template_id'> & { block_markers?: string };

/** A text that is already encoded as JSON. */
export const EncodedText = Type.Unsafe<StoredJson<string>>(Type.String());

const Warnings = Type.Array(
  Type.Object({
    code: Type.String(),
    message: Type.String(),
    block_id: Type.Optional(Type.String({ description: 'Absent if it is about the whole mail.' })),
  }),
);

/** A template as mail, with values. */
export const FilledTemplate = Type.Object({
  subject: nullable(Type.String(), 'From `settings.subject`; null if the template has none.'),
  preheader: nullable(
    Type.String(),
    'From `settings.preheaderText`; null if the template has none. It is in the HTML too.',
  ),
  html: Type.Optional(EncodedText),
  mjml: Type.Optional(EncodedText),
  plain_text: Type.String(),
  html_bytes: Type.Integer({ description: 'Size of the HTML; Gmail cuts mails at 102 KB.' }),
  warnings: Warnings,
  missing_variables: Type.Array(Type.String(), {
    description:
      'Variables that the mail prints without a default, and that `data` does not have; 100 at most.',
  }),
});

/** A content as mail. */
export const RenderedMail = Type.Object({
  html: Type.Optional(EncodedText),
  mjml: Type.Optional(EncodedText),
  plain_text: Type.Optional(EncodedText),
  html_bytes: Type.Integer({ description: 'Size of the HTML; Gmail cuts mails at 102 KB.' }),
  warnings: Warnings,
});
