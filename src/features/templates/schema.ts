import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { contentInputSchema, TemplateContent } from '../../content/index.ts';
import type { StoredJson } from '../../platform/stored-json.ts';
import { Timestamp } from '../projects/index.ts';

/**
 * Content as a writer may send it. Checked by `parseContent`, which knows the blocks; the schema only documents,
 * so that a save is validated once.
 */
export const ContentInput = Type.Unknown({
  description:
    'Blocks and settings. Fields that have a default may be left out, ids too. The answer holds the full form.',
  'x-schema-name': 'TemplateContentInput',
});

/** Content as it is stored, spliced into answers without being parsed. */
export const ContentOutput = Type.Unsafe<StoredJson<Static<typeof TemplateContent>>>(
  Type.Unknown({ description: 'Blocks and settings, in full form.', 'x-schema-name': 'TemplateContent' }),
);

/** Referred to by name from the two shapes above. */
export const contentSchemas: Record<string, TSchema> = {
  TemplateContent,
  TemplateContentInput: contentInputSchema,
};

export const TemplateName = Type.Union([Type.String({ maxLength: 255 }), Type.Null()], {
  description: 'Up to 255 characters; null or empty: unnamed.',
});

const summaryFields = {
  id: Type.String({ description: 'UUID.' }),
  name: Type.Optional(Type.String({ description: 'Absent if unnamed.' })),
  version: Type.Integer({ minimum: 1, description: 'One more with each change; also the ETag.' }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
};

/** A template in a list. */
export const TemplateSummary = Type.Object(summaryFields);

/** A template with its content. */
export const Template = Type.Object({ ...summaryFields, content: ContentOutput });

export const TemplateId = Type.String({ description: 'The template’s id.' });

export const ExpectedVersion = Type.Optional(
  Type.Integer({
    description:
      'The version the change is based on. If the template has another one by now, nothing is changed.',
  }),
);
