import { Type } from '@sinclair/typebox';
import { defineOperation } from '../../../platform/operation.ts';
import { selectTags } from '../organizing/tag-queries.ts';

export const listTemplateTags = defineOperation({
  name: 'listTemplateTags',
  summary: 'List the tags that templates have, with the number of their templates',
  scope: 'tenant',
  effect: 'read',
  input: Type.Object({}),
  output: Type.Object({
    items: Type.Array(
      Type.Object({
        name: Type.String(),
        template_count: Type.Integer({ description: 'Archived ones included.' }),
      }),
    ),
  }),
  async run({ deps, scope }) {
    const tags = await selectTags(scope, deps.db.reader);
    return { items: tags.map(({ name, templateCount }) => ({ name, template_count: templateCount })) };
  },
});
