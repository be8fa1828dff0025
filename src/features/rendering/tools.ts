import { tool } from '../../mcp/tool.ts';
import { exportTemplate } from './operations/export-template.ts';
import { previewTemplate } from './operations/preview-template.ts';
import { PREVIEW_APP } from './resources.ts';

export const renderingTools = [
  tool('export-template', exportTemplate, {
    title: 'Export a template',
    description:
      'Renders a template as the HTML that is sent, also as MJML and plain text. Long: to look at a template use get-template. Warnings name blocks missing in the mail, and HTML beyond Gmail’s 102 KB.',
    effect: 'read',
    defaults: { format: 'html' },
    hidden: ['custom_fonts', 'default_fallback'],
  }),
  tool('preview-template', previewTemplate, {
    title: 'See a template',
    description:
      'Draws a template as a picture, to check its looks on desktop or phone, or tells how an inbox lists it.',
    effect: 'read',
    picture: 'picture',
    app: PREVIEW_APP.uri,
  }),
];
