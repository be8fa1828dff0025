import type { Resource } from '../../mcp/catalogue.ts';
import page from './preview-app.html.txt' with { type: 'text' };

/**
 * The page that programs with MCP Apps (`io.modelcontextprotocol/ui`) show with the result of `preview-template`. It speaks
 * the few messages it needs itself: with the library of the extension it would have 300 KB, which each program fetches.
 */
export const PREVIEW_APP: Resource = {
  uri: 'ui://galley/preview',
  name: 'preview',
  title: 'Preview of a mail',
  description: 'Page that shows the result of preview-template, with width, dark mode and score.',
  mimeType: 'text/html;profile=mcp-app',
  // The page loads nothing.
  _meta: { ui: { csp: {}, prefersBorder: true } },
  read: () => page,
};
