import {
  createApiKey,
  definePerformAsAgent,
  listApiKeys,
  listTokenKeys,
  regenerateApiKey,
  revokeApiKey,
  rotateTokenKey,
} from './features/access/index.ts';
import { listAllActivity } from './features/activity/index.ts';
import { checkProvider, generateTool, listUsage, rewriteTool } from './features/ai/index.ts';
import { listToolCalls, recordToolCall } from './features/audit/index.ts';
import { commentTools } from './features/comments/index.ts';
import { checkIntegrity, initialiseInstance, rebaseMedia } from './features/instance/index.ts';
import { mediaTools } from './features/media/index.ts';
import {
  addProjectOrigin,
  createProject,
  createTeam,
  deleteTenant,
  getBrand,
  listProjectOrigins,
  listProjects,
  listTeams,
  listTenants,
  projectTools,
  removeProjectOrigin,
  rotateClientSecret,
  setBrand,
  setProjectPlan,
} from './features/projects/index.ts';
import { renderingTools } from './features/rendering/index.ts';
import { scoringTools } from './features/scoring/index.ts';
import { snapshotTools } from './features/snapshots/index.ts';
import { templatePrompts, templateResources, templateTools } from './features/templates/index.ts';
import type { Catalogue } from './mcp/catalogue.ts';
import { INSTRUCTIONS } from './mcp/instructions.ts';
import type { AnyOperation } from './platform/operation.ts';

/** What agents are offered. The first tool is one that changes nothing: some clients try it. */
export const CATALOGUE: Catalogue = {
  instructions: INSTRUCTIONS,
  tools: [
    ...projectTools,
    ...templateTools,
    ...renderingTools,
    ...snapshotTools,
    ...commentTools,
    ...mediaTools,
    generateTool,
    ...scoringTools,
    rewriteTool,
  ],
  resources: templateResources,
  prompts: templatePrompts,
};

/** What agents without a key are let through to: the operations behind the catalogue. */
export const performAsAgent = definePerformAsAgent([
  ...CATALOGUE.tools.map((tool) => tool.operation),
  ...CATALOGUE.prompts.flatMap((prompt) => prompt.arguments.flatMap((argument) => argument.completion ?? [])),
]);

/** Operations of the operator: what the command line, and later the dashboard, can call. */
export const ADMIN_OPERATIONS: readonly AnyOperation[] = [
  initialiseInstance,
  checkIntegrity,
  rebaseMedia,
  createTeam,
  listTeams,
  createProject,
  listProjects,
  rotateClientSecret,
  setProjectPlan,
  getBrand,
  setBrand,
  listProjectOrigins,
  addProjectOrigin,
  removeProjectOrigin,
  listTenants,
  deleteTenant,
  createApiKey,
  listApiKeys,
  revokeApiKey,
  regenerateApiKey,
  listTokenKeys,
  rotateTokenKey,
  listToolCalls,
  listAllActivity,
  listUsage,
  checkProvider,
  performAsAgent,
  recordToolCall,
];
