import { type Static, Type } from '@sinclair/typebox';
import { SpooledFileInput } from '../../platform/files/upload.ts';
import { nullable } from '../../platform/json/nullable.ts';
import { Timestamp } from '../projects/index.ts';
import {
  ChangedTemplate,
  ContentInput,
  ContentOutput,
  TemplateId,
  TemplateName,
} from '../templates/index.ts';

const Prompt = Type.String({
  minLength: 1,
  maxLength: 20_000,
  description: 'What the mail is for and what it says, or what to change.',
});

/** Merge tags as the editor is configured with them. */
export const OfferedTags = Type.Optional(
  Type.Array(
    Type.Object({
      label: Type.Optional(Type.String({ maxLength: 500 })),
      value: Type.String({ maxLength: 2000 }),
    }),
    {
      maxItems: 2000,
      description: 'Merge tags that may be used; no others are.',
      'x-tool-schema': {
        type: 'array',
        items: { type: 'object' },
        description: '{value, label}: merge tags that may be used; no others are.',
      },
    },
  ),
);

const Locale = Type.Optional(
  Type.String({
    // Prompts contain it outside of the fence, so the pattern is strict.
    pattern: '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}$',
    'x-expected': 'a BCP-47 language such as de or pt-BR',
    description: 'BCP-47 language of the texts, such as de.',
  }),
);

const MailKind = Type.Optional(
  Type.Union([Type.Literal('marketing'), Type.Literal('transactional')], {
    description: 'What sort of mail it is.',
  }),
);

const Engine = Type.Union([Type.Literal('model'), Type.Literal('builtin')], {
  description: 'builtin: composed from built-in designs, since no AI provider is configured.',
});

export const GenerateTemplateInput = Type.Object({
  prompt: Prompt,
  template_id: Type.Optional(
    Type.String({ description: 'Template to modify; without it a new one is made.', 'x-id-of': 'template' }),
  ),
  name: Type.Optional(TemplateName),
  kind: MailKind,
  locale: Locale,
  merge_tags: OfferedTags,
});
export type GenerateTemplateInput = Static<typeof GenerateTemplateInput>;

const {
  createdAt: _at,
  updatedAt: _then,
  content: _content,
  dry_run: _dry,
  ...changedFields
} = ChangedTemplate.properties;

/** A template that was generated or modified, and stored. */
export const GeneratedTemplate = Type.Object({
  ...changedFields,
  engine: Engine,
  text: Type.String({ description: 'What was done, in a sentence or two.' }),
  subject: Type.Optional(Type.String({ description: 'Proposed for a new mail.' })),
  notes: Type.Optional(
    Type.Array(Type.String(), { description: 'What was assumed, and what is to be filled in.' }),
  ),
});

export const GenerateContentInput = Type.Object({
  template_id: TemplateId,
  prompt: Prompt,
  content: ContentInput,
  merge_tags: OfferedTags,
  conversation_id: Type.Optional(
    nullable(Type.String({ maxLength: 100 }), 'Conversation to continue; null or left out: a new one.'),
  ),
  kind: MailKind,
  locale: Locale,
});

export const GeneratedContent = Type.Object({
  text: Type.String({ description: 'What was done, in a sentence or two.' }),
  content: ContentOutput,
  conversation_id: Type.String(),
  engine: Engine,
});

export const ConversationMessages = Type.Object({
  items: Type.Array(
    Type.Object({
      id: Type.String(),
      role: Type.Union([Type.Literal('user'), Type.Literal('assistant')]),
      content: Type.String(),
      created_at: Timestamp,
    }),
    { description: 'Of the most recent conversation; oldest first.' },
  ),
  conversation_id: Type.Optional(Type.String({ description: 'Absent if there was none yet.' })),
});

export const Suggestions = Type.Object({
  suggestions: Type.Array(Type.String(), { description: 'Three prompts to start from.' }),
});

export const RewriteInput = Type.Object({
  text: Type.String({ minLength: 1, maxLength: 100_000, description: 'Plain text or HTML.' }),
  instruction: Type.String({
    minLength: 1,
    maxLength: 5000,
    description: 'What to do, e.g. "shorter and friendlier".',
  }),
  tone: Type.Optional(Type.String({ maxLength: 500, description: 'How it should sound.' })),
  locale: Locale,
  template_id: Type.Optional(Type.String({ description: 'Template the text is of.', 'x-id-of': 'template' })),
  merge_tags: OfferedTags,
});
export type RewriteInput = Static<typeof RewriteInput>;

export const RewrittenText = Type.Object({
  content: Type.String({ description: 'The text, with its merge tags and inline markup as they were.' }),
});

export const DesignInput = Type.Object({
  template_id: TemplateId,
  prompt: Type.Optional(Type.String({ maxLength: 20_000, description: 'What to make of it.' })),
  image_upload: Type.Optional(SpooledFileInput),
  pdf_upload: Type.Optional(SpooledFileInput),
});
export type DesignInput = Static<typeof DesignInput>;

export const DesignedContent = Type.Object({ content: ContentOutput });
