import { Type } from '@sinclair/typebox';
import { defineOperation } from '../../../platform/operation.ts';
import { foldName } from '../../../platform/text/names.ts';
import { selectSuggestedIds } from '../listing/lookup-queries.ts';

/** Most values that MCP allows in a completion. */
const MAX_SUGGESTIONS = 100;

/** Autocompletion of a template's id: ids that begin with the text, and templates whose names contain it. */
export const suggestTemplateIds = defineOperation({
  name: 'suggestTemplateIds',
  summary: 'Ids of templates that begin with a text, or whose names contain it, newest first',
  scope: 'tenant',
  effect: 'read',
  input: Type.Object({ value: Type.String({ maxLength: 255 }) }),
  output: Type.Object({ values: Type.Array(Type.String()), has_more: Type.Boolean() }),
  async run({ deps, scope }, { value }) {
    const texts = { idStart: value.toLowerCase(), nameFolded: foldName(value) };
    const ids = await selectSuggestedIds(scope, deps.db.reader, texts, MAX_SUGGESTIONS + 1);
    return { values: ids.slice(0, MAX_SUGGESTIONS), has_more: ids.length > MAX_SUGGESTIONS };
  },
});
