import { FEATURES } from './features.ts';
import type { Catalogue } from './mcp/catalogue.ts';
import { INSTRUCTIONS } from './mcp/instructions.ts';
import type { AnyOperation } from './platform/operation.ts';

/** What agents are offered. The first tool is one that changes nothing: some clients try it. */
export const CATALOGUE: Catalogue = {
  instructions: INSTRUCTIONS,
  tools: FEATURES.flatMap(({ tools = [] }) => tools),
  resources: FEATURES.flatMap(({ resources = [] }) => resources),
  prompts: FEATURES.flatMap(({ prompts = [] }) => prompts),
};

/** What agents may perform: the operations behind the catalogue. */
export const AGENT_OPERATIONS: readonly AnyOperation[] = [
  ...CATALOGUE.tools.map((tool) => tool.operation),
  ...CATALOGUE.prompts.flatMap((prompt) => prompt.arguments.flatMap((argument) => argument.completion ?? [])),
];

/** Operations of the operator, for the command line. */
export const ADMIN_OPERATIONS: readonly AnyOperation[] = FEATURES.flatMap(({ commands = [] }) => commands);
