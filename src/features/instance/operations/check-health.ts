import { Type } from '@sinclair/typebox';
import { defineOperation } from '../../../platform/operation.ts';
import { touchDatabase } from '../queries.ts';

export const checkHealth = defineOperation({
  name: 'checkHealth',
  summary: 'Tell whether the service can reach its database',
  scope: 'public',
  input: Type.Object({}),
  output: Type.Object({ status: Type.Literal('ok') }),
  async run({ deps }) {
    await touchDatabase(deps.db.reader);
    return { status: 'ok' as const };
  },
});
