import { Type } from '@sinclair/typebox';
import { findBlocks, outlineContent, type TemplateContent } from '../../../mail/model/index.ts';
import { invalidField } from '../../../platform/errors.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { foldName } from '../../../platform/text/names.ts';
import { parseContentBytes, requireTemplateWithContent, TemplateId } from '../../templates/index.ts';
import { selectModule, selectSizedModules } from '../queries.ts';
import { CategoryInput, ModuleId, ModuleName } from '../schema.ts';
import { createModule } from './create-module.ts';

const MOST_LISTED = 100;

/** Most bytes of modules whose blocks are outlined, because the serving thread parses them. */
const MOST_OUTLINED_BYTES = 128 * 1024;

/** For agents: summaries of the modules, because `listSavedModules` returns all contents. */
export const outlineModules = defineOperation({
  name: 'outlineSavedModules',
  summary: 'List saved modules by name, with outlines of their blocks',
  scope: 'tenant',
  effect: 'read',
  feature: 'saved_modules',
  input: Type.Object({
    search: Type.Optional(Type.String({ maxLength: 255, description: 'Text in the name.' })),
  }),
  output: Type.Object({
    items: Type.Array(
      Type.Object({
        id: ModuleId,
        name: Type.String(),
        category: Type.Optional(Type.String()),
        outline: Type.Optional(Type.String({ description: 'Its blocks; absent if there are too many.' })),
      }),
    ),
    total: Type.Integer({ description: 'How many there are; items has 100 at most.' }),
  }),
  async run({ deps, scope }, { search = '' }) {
    const { reader } = deps.db;
    const filter = { search: search === '' ? undefined : foldName(search), category: undefined };
    const found = await selectSizedModules(scope, reader, filter);
    let left = MOST_OUTLINED_BYTES;
    const items = [];
    for (const { id, name, category, bytes } of found.slice(0, MOST_LISTED)) {
      left -= bytes;
      const module = left < 0 ? undefined : await selectModule(scope, reader, id);
      items.push({
        ...{ id, name },
        ...(category !== null && { category }),
        ...(module && { outline: outlineBlocks(module.json) }),
      });
    }
    return { items, total: found.length };
  },
});

function outlineBlocks(json: Uint8Array): string {
  const blocks = JSON.parse(Buffer.from(json).toString()) as TemplateContent['blocks'];
  return outlineContent({ blocks, settings: {} as TemplateContent['settings'] });
}

export const saveBlocksAsModule = defineOperation({
  name: 'saveBlocksAsModule',
  summary: 'Save blocks of a template as a module for reuse',
  scope: 'tenant',
  effect: 'write',
  feature: 'saved_modules',
  input: Type.Object({
    template_id: TemplateId,
    block_ids: Type.Array(Type.String({ maxLength: 255 }), {
      minItems: 1,
      maxItems: 1000,
      description: 'Its blocks, in that order.',
    }),
    name: ModuleName,
    category: Type.Optional(CategoryInput),
  }),
  output: Type.Object({ id: ModuleId, name: Type.String() }),
  async run(context, { template_id, block_ids, name, category }) {
    const { deps, scope } = context;
    const template = await requireTemplateWithContent(scope, deps.db.reader, template_id);
    const { blocks, missing } = findBlocks(parseContentBytes(template.json), block_ids);
    if (missing.length > 0)
      throw invalidField('block_ids', `has ids that no block has: ${missing.join(', ')}.`);
    const { id } = await createModule.run(context, {
      ...{ name, content: blocks },
      ...(category !== undefined && { category }),
    });
    return { id, name };
  },
});
