import { tool } from '../../mcp/tool.ts';
import { getProjectConfig } from './operations/get-project-config.ts';

export const projectTools = [
  tool('get-project-config', getProjectConfig, {
    title: 'Get the project’s configuration',
    description:
      'Returns plan, features, limits, brand (colors, font, logo, tone of voice, footer: design by it), media settings and storage use: what you may do here. Call it first; tools whose feature is false will refuse.',
    effect: 'read',
  }),
];
