import { Type } from '@sinclair/typebox';

const count = (description: string) => Type.Integer({ minimum: 0, description });

export const RecordedUsage = Type.Object({
  day: Type.String({ description: 'A day of UTC, such as 2026-12-31.' }),
  project_id: Type.String(),
  tenant: Type.String(),
  actor_kind: Type.String({ description: '`agent` (an API key) or `user` (of the editor).' }),
  actor_id: Type.String({ description: 'The key’s id, the signed user’s id, or else the tenant.' }),
  actor_name: Type.String({ description: 'The last name it had that day.' }),
  operation: Type.String({ description: '`generate`, `rewrite`, `suggest`, `fix` or `design`.' }),
  calls: count('Requests that reached the provider.'),
  input_tokens: count('Tokens read, as the provider counts; estimated where it does not say.'),
  output_tokens: count('Tokens written, likewise.'),
});

/** Narrows the list of usage; all of them have to fit. */
export const UsageSearch = Type.Object({
  project_id: Type.Optional(Type.String()),
  tenant: Type.Optional(Type.String({ description: 'Needs `project_id`.' })),
  actor_id: Type.Optional(Type.String({ description: 'An API key or a user.' })),
  since: Type.Optional(
    Type.String({
      pattern: '^\\d{4}-\\d\\d-\\d\\d$',
      'x-expected': 'a date such as 2027-12-31',
      description: 'The first day, in UTC.',
    }),
  ),
});
