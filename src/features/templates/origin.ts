import { type Static, Type } from '@sinclair/typebox';
import { STARTERS } from '../../mail/starters/choose-starter.ts';
import { composeFromStarters } from '../../mail/starters/compose.ts';
import type { Deps } from '../../platform/deps.ts';
import { invalidField } from '../../platform/errors.ts';
import type { DomainEvent } from '../../platform/events.ts';
import { createId } from '../../platform/ids.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { readBrand } from '../projects/index.ts';

const SourceText = Type.Optional(Type.String({ maxLength: 4_000_000 }));

/** A mail that was made elsewhere; one of them. */
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
export type Source = Static<typeof SourceInput>;

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

/** A content that was made from something else. */
export interface MadeContent {
  /** To be checked. */
  content: unknown;
  /** Undefined: unnamed. */
  name: string | undefined;
  report?: Static<typeof ImportReport>;
}

/** Imports a mail. The feature that can do it is above this one. */
export type SourceReader = (
  context: {
    deps: Deps;
    scope: TenantScope;
    emit(event: DomainEvent): void;
    signal?: AbortSignal | undefined;
  },
  source: Source,
) => Promise<MadeContent>;

/** Composes a mail from a built-in design. Throws `validation_failed` for an unknown one. */
export async function composeStarter(
  { deps, scope }: { deps: Deps; scope: TenantScope },
  name: string,
): Promise<MadeContent> {
  const starter = STARTERS.find((known) => known === name);
  if (starter === undefined) throw invalidField('starter', `must be one of ${STARTERS.join(', ')}.`);
  const brand = await readBrand({ deps, scope });
  const isForAgent = scope.actor.kind === 'agent';
  const request = { prompt: starter, starter, brand, mergeTags: [], baseUrl: deps.baseUrl, isForAgent };
  const composed = composeFromStarters(request, createId);
  return { content: composed.content, name: composed.name };
}
