import { Type } from '@sinclair/typebox';
import { nullable } from '../../../platform/json/nullable.ts';
import { defineOperation } from '../../../platform/operation.ts';

export const listSettings = defineOperation({
  name: 'listSettings',
  summary: 'List the settings of this server with their values; those of secrets are left out',
  scope: 'admin',
  effect: 'read',
  input: Type.Object({}),
  output: Type.Object({
    items: Type.Array(
      Type.Object({
        name: Type.String(),
        variable: Type.String({ description: 'The environment variable that sets it.' }),
        description: Type.String(),
        value: Type.Unknown({ description: 'null for a secret.' }),
        is_secret: Type.Boolean(),
        is_changed: Type.Boolean({ description: 'It differs from its default.' }),
        source: nullable(
          Type.String(),
          'The flag or environment variable that gives the value; null: it is the default.',
        ),
      }),
    ),
  }),
  async run({ deps }) {
    const items = deps.services.overview.settings.map(({ isSecret, isChanged, ...setting }) => ({
      ...setting,
      is_secret: isSecret,
      is_changed: isChanged,
    }));
    return { items };
  },
});
