import { FEATURES } from './features.ts';
import { type Catalogue, INSTRUCTIONS } from './mcp/catalogue.ts';
import { listNamedArguments, type NameFinder } from './mcp/name-finder.ts';
import type { Tool } from './mcp/tool.ts';
import type { AnyOperation } from './platform/operation.ts';

/** The order of `tools/list`. The first tool changes nothing, because some clients try it. */
const TOOL_ORDER = [
  'get-project-config',
  'list-templates',
  'get-template',
  'create-template',
  'update-template',
  'delete-template',
  'export-template',
  'preview-template',
  'list-snapshots',
  'get-snapshot',
  'create-snapshot',
  'restore-snapshot',
  'list-comments',
  'create-comment',
  'update-comment',
  'delete-comment',
  'resolve-comment',
  'browse-media',
  'import-media-from-url',
  'change-media',
  'delete-media',
  'list-media-folders',
  'create-media-folder',
  'update-media-folder',
  'delete-media-folder',
  'list-library',
  'restore-from-trash',
  'generate-template',
  'score-template',
  'rewrite-text',
  'change-templates',
  'replace-in-templates',
  'save-module',
  'list-proposals',
  'withdraw-proposal',
];

const NAME_FINDERS = Object.assign({}, ...FEATURES.map(({ nameFinders }) => nameFinders));

const TOOLS = FEATURES.flatMap(({ tools = [] }) => tools);

const LISTERS = TOOLS.filter(({ lists }) => Object.keys(lists).length > 0);

const linked = (tool: Tool): Tool => ({
  ...tool,
  names: listNamedArguments(tool.operation, NAME_FINDERS),
  listers: LISTERS,
});

/** The tools, resources and prompts for agents. */
export const CATALOGUE: Catalogue = {
  instructions: INSTRUCTIONS,
  tools: TOOLS.map((tool) => ({ ...linked(tool), ...proposingOf(tool) })).sort(
    (one, other) => placeOf(one) - placeOf(other),
  ),
  resources: FEATURES.flatMap(({ resources = [] }) => resources),
  resourceTemplates: FEATURES.flatMap(({ resourceTemplates = [] }) => resourceTemplates),
  prompts: FEATURES.flatMap(({ prompts = [] }) => prompts),
};

function proposingOf({ definition }: Tool): Pick<Tool, 'proposing'> {
  const proposing = FEATURES.flatMap(({ proposingTools = [] }) => proposingTools).find(
    (other) => other.definition.name === definition.name,
  );
  return proposing === undefined ? {} : { proposing: linked(proposing) };
}

function placeOf({ definition }: Tool): number {
  const place = TOOL_ORDER.indexOf(definition.name);
  return place === -1 ? TOOL_ORDER.length : place;
}

/** Operations that agents may perform: those of tools, names and completions. */
export const AGENT_OPERATIONS: readonly AnyOperation[] = [
  ...CATALOGUE.tools.flatMap(({ operation, proposing }) => [
    operation,
    ...(proposing ? [proposing.operation] : []),
  ]),
  ...Object.values<NameFinder>(NAME_FINDERS).map(({ operation }) => operation),
  ...CATALOGUE.prompts.flatMap((prompt) => prompt.arguments.flatMap((argument) => argument.completion ?? [])),
];

/** Operations of the operator, for the command line. */
export const ADMIN_OPERATIONS: readonly AnyOperation[] = FEATURES.flatMap(({ commands = [] }) => commands);
