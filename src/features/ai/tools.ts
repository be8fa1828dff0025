import { tool } from '../../mcp/tool.ts';
import { generateTemplate } from './operations/generate-template.ts';
import { rewriteText } from './operations/rewrite-text.ts';

const generateTool = tool('generate-template', generateTemplate, {
  title: 'Generate a template',
  description:
    'Makes a template from a prompt and stores it, in the brand of get-project-config; with template_id modifies that one, only the blocks the prompt is about. engine tells who made it: the operator’s model, or built-in designs filled from the prompt if there is none (then modifying is refused: use update-template). Returns id, version, outline and notes on what to fill in. May take a minute.',
  effect: 'write',
  isSlow: true,
  reachesOut: true,
});

const rewriteTool = tool('rewrite-text', rewriteText, {
  title: 'Rewrite a text',
  description:
    'Rewrites plain text or HTML as instructed; merge tags and inline markup stay exactly as they are, or it is refused. Stores nothing: pass content on to update-template. Needs an AI provider; without one, rewrite the text yourself.',
  effect: 'read',
  isSlow: true,
  reachesOut: true,
});

export const aiTools = [generateTool, rewriteTool];
