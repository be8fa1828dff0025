import { Type } from '@sinclair/typebox';
import { defineOperation } from '../../../platform/operation.ts';

export const checkReadiness = defineOperation({
  name: 'checkReadiness',
  summary:
    'Tell whether the service can read and write; 503 with the reason if not, such as a full disk. `degraded`: media files cannot be reached, or servers do not reach each other',
  scope: 'public',
  effect: 'read',
  input: Type.Object({}),
  output: Type.Object({ status: Type.Union([Type.Literal('ready'), Type.Literal('degraded')]) }),
  async run({ deps }) {
    return { status: await deps.services.instance.readiness.check(deps) };
  },
});
