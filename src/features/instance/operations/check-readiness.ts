import { Type } from '@sinclair/typebox';
import { defineOperation } from '../../../platform/operation.ts';

export const checkReadiness = defineOperation({
  name: 'checkReadiness',
  summary: 'Tell whether the service can read and write; 503 with the reason if not, such as a full disk',
  scope: 'public',
  effect: 'read',
  input: Type.Object({}),
  output: Type.Object({ status: Type.Literal('ready') }),
  async run({ deps }) {
    await deps.services.instance.readiness.check(deps);
    return { status: 'ready' as const };
  },
});
