import type { TSchema } from '@sinclair/typebox';
import { flatBlock, flatSettings } from '../block-form/flat-schema.ts';
import { asSchema } from '../block-form/plain-schema.ts';

const text = { type: 'string' };
const texts = { type: 'array', items: text };

/** What a model answers that is to make a mail. */
export const CreatedAnswer: TSchema = asSchema({
  type: 'object',
  properties: {
    reply: text,
    name: text,
    subject: text,
    notes: texts,
    settings: flatSettings,
    blocks: { type: 'array', items: flatBlock },
  },
  required: ['reply', 'name', 'subject', 'settings', 'blocks'],
});

/** What a model answers that is to change a mail. */
export const ChangedAnswer: TSchema = asSchema({
  type: 'object',
  properties: {
    reply: text,
    touches: texts,
    operations: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          op: { type: 'string', enum: ['update', 'add', 'move', 'delete', 'update_settings'] },
          id: text,
          fields: { type: 'object' },
          block: flatBlock,
          after: text,
          before: text,
          section: text,
          column: { type: 'integer' },
          index: { type: 'integer' },
        },
        required: ['op'],
      },
    },
  },
  required: ['reply', 'touches', 'operations'],
});

/** What a model answers that is to say which blocks it has to see. */
export const ChosenAnswer: TSchema = asSchema({
  type: 'object',
  properties: { ids: texts },
  required: ['ids'],
});
