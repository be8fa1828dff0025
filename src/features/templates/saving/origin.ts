import { type Static, Type } from '@sinclair/typebox';
import { STARTERS } from '../../../mail/starters/choose-starter.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { DomainEvent } from '../../../platform/events.ts';
import type { TenantScope } from '../../../platform/scope.ts';

const SourceText = Type.Optional(Type.String({ maxLength: 4_000_000 }));

/** A mail from another tool. Exactly one of the fields is given. */
export const SourceInput = Type.Object(
  {
    html: SourceText,
    mjml: SourceText,
    eml: SourceText,
    design: Type.Optional(
      Type.Union([Type.String({ maxLength: 4_000_000 }), Type.Record(Type.String(), Type.Unknown())]),
    ),
    url: Type.Optional(Type.String({ maxLength: 2048 })),
    copy_images: Type.Optional(
      Type.Boolean({ description: 'Copy pictures of other hosts to the media library.' }),
    ),
  },
  {
    description:
      'Instead of content: a mail to import; one of html, mjml, eml (a saved mail), url and design (JSON of Beefree, Unlayer, Stripo, Chamaileon, Easy Email, email-builder or GrapesJS).',
    'x-tool-schema': {
      type: 'object',
      description:
        'Instead of content, import {html}, {mjml}, {eml}, {url} or {design} (JSON of another editor), copy_images: true for pictures; see report.',
    },
  },
);
type Source = Static<typeof SourceInput>;

export const StarterInput = Type.String({
  maxLength: 40,
  description: `Instead of content: a built-in design in the colors of the brand: ${STARTERS.join(', ')}.`,
});

export const ImportReport = Type.Object(
  {
    kept: Type.Integer({ description: 'Number of blocks.' }),
    notes: Type.Array(
      Type.Object({
        what: Type.String(),
        why: Type.String(),
        path: Type.Optional(
          Type.String({ description: 'JSON Pointer into a design, or the included file.' }),
        ),
        line: Type.Optional(Type.Integer()),
      }),
      { description: 'Parts of the source that were changed or lost.' },
    ),
    pictures: Type.Optional(
      Type.Array(
        Type.Object({
          from: Type.String({ description: 'Address in the source.' }),
          url: Type.Optional(Type.String({ description: 'Address in the media library.' })),
          error: Type.Optional(Type.String({ description: 'Why it was not copied.' })),
        }),
        { description: 'Pictures that were copied to the media library, or could not be.' },
      ),
    ),
  },
  { description: 'Of an import.' },
);

/** A content that was imported or derived. */
export interface MadeContent {
  /** Not validated yet. */
  content: unknown;
  /** Undefined: unnamed. */
  name: string | undefined;
  report?: Static<typeof ImportReport>;
}

/** Imports a mail. The importing feature, which is above this one, provides it. */
export type SourceReader = (
  context: {
    deps: Deps;
    scope: TenantScope;
    emit(event: DomainEvent): void;
    signal?: AbortSignal | undefined;
  },
  source: Source,
) => Promise<MadeContent>;
