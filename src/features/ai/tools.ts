import { tool } from '../../mcp/tool.ts';
import { generateTemplate } from './operations/generate-template.ts';
import { rewriteText } from './operations/rewrite-text.ts';

const generateTool = tool('generate-template', generateTemplate, {
  title: 'Generate a template',
  description:
    'Makes a template from a prompt, in the brand; with template_id modifies that one. Without an AI provider it uses built-in designs and cannot modify. notes say what to fill in.',
  effect: 'write',
  omits: ['name', 'key', 'folder_id', 'tags', 'archived_at', 'merged'],
  isSlow: true,
  reachesOut: true,
});

const rewriteTool = tool('rewrite-text', rewriteText, {
  title: 'Rewrite a text',
  description:
    'Rewrites plain text or HTML as instructed; merge tags and inline markup stay. Stores nothing: pass content on to update-template. Needs an AI provider.',
  effect: 'read',
  isSlow: true,
  reachesOut: true,
});

export const aiTools = [generateTool, rewriteTool];
