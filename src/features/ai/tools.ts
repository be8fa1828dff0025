import { tool } from '../../mcp/tool.ts';
import { generateTemplate } from './operations/generate-template.ts';
import { rewriteText } from './operations/rewrite-text.ts';

const generateTool = tool('generate-template', generateTemplate, {
  title: 'Generate a template',
  description:
    'Makes a template from a prompt, in the brand; with template_id modifies that one, only the blocks the prompt is about. engine: the operator’s model, or, if there is none, built-in designs, which cannot modify: use update-template. notes say what to fill in. May take a minute.',
  effect: 'write',
  omits: ['name', 'key', 'folder_id', 'tags', 'archived_at', 'merged'],
  isSlow: true,
  reachesOut: true,
});

const rewriteTool = tool('rewrite-text', rewriteText, {
  title: 'Rewrite a text',
  description:
    'Rewrites plain text or HTML as instructed; merge tags and inline markup stay as they are, or it is refused. Stores nothing: pass content on to update-template. Needs an AI provider.',
  effect: 'read',
  isSlow: true,
  reachesOut: true,
});

export const aiTools = [generateTool, rewriteTool];
