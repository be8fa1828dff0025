import { Type } from '@sinclair/typebox';
import { invalidField } from '../../../platform/errors.ts';
import { storedJson } from '../../../platform/json/stored-json.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { ownerOf } from '../../../platform/scope.ts';
import { EncodedText } from '../schema.ts';

/** Ten times as long as the largest mails. */
const MAX_CHARACTERS = 1024 * 1024;

export const compileMjml = defineOperation({
  name: 'compileMjml',
  summary: 'Compile MJML to HTML; files that it includes are left out',
  scope: 'tenant',
  effect: 'read',
  requestClass: 'render',
  input: Type.Object({
    mjml: Type.String({ maxLength: MAX_CHARACTERS, description: 'MJML, up to 1,048,576 characters.' }),
  }),
  output: Type.Object({ html: EncodedText }),
  async run({ deps, scope }, { mjml }) {
    const job = { kind: 'compile' as const, mjml };
    const compiled = await deps.services.rendering.pools.compiling.run(job, { owner: ownerOf(scope) });
    if ('fault' in compiled) throw invalidField('mjml', compiled.fault);
    return { html: storedJson<string>(compiled.html) };
  },
});
