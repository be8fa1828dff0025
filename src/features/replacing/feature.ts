import { route } from '../../http/route.ts';
import { tool } from '../../mcp/tool.ts';
import { defineFeature } from '../../platform/feature.ts';
import { replaceInTemplates } from './replace-in-templates.ts';

export const replacing = defineFeature({
  name: 'replacing',
  routes: [route('POST', '/templates/replace', replaceInTemplates)],
  tools: [
    tool('replace-in-templates', replaceInTemplates, {
      title: 'Replace in templates',
      description:
        'Replaces a picture, link, domain, color, text or block in all templates that have it, 100 a call, each with its own version and history.',
      effect: 'destroy',
      idempotent: true,
    }),
  ],
});
