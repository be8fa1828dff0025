import { callTool } from './call-tool.ts';
import type { Catalogue, ResourceTemplate } from './catalogue.ts';
import { createFence } from './fence.ts';
import { offeredTo } from './offer.ts';
import type { ClientInfo, McpSession } from './session.ts';
import type { ToolResult } from './tool-result.ts';

/** Template resources that the caller’s tools can read. */
export function listResourceTemplates(session: McpSession, catalogue: Catalogue) {
  const offered = new Set(offeredTo(session, catalogue).tools.map(({ definition }) => definition.name));
  return catalogue.resourceTemplates
    .filter(({ tool }) => offered.has(tool))
    .map(({ tool: _tool, arguments: _args, field: _field, ...shown }) => shown);
}

/**
 * A resource with an id in its address, read through a tool of the caller. Undefined if the caller has no such resource.
 */
export async function readResourceTemplate(
  session: McpSession,
  catalogue: Catalogue,
  uri: string,
  client: ClientInfo | undefined,
): Promise<{ uri: string; mimeType: string; text: string } | undefined> {
  for (const template of catalogue.resourceTemplates) {
    const id = matchUri(template, uri);
    const tool = offeredTo(session, catalogue).tools.find(
      ({ definition }) => definition.name === template.tool,
    );
    if (id === undefined || tool === undefined) continue;
    // Without placeholders the result contains the stored texts.
    const { placeholders: _none, ...plain } = session;
    const result = await callTool(plain, tool, template.arguments(id), client);
    if (result.isError === true) return undefined;
    const { mimeType, field } = template;
    const text = field === undefined ? firstText(result) : result.structuredContent?.[field];
    return { uri, mimeType, text: field === undefined ? String(text) : encloseHtml(String(text)) };
  }
  return undefined;
}

function firstText({ content: [first] }: ToolResult): string {
  return first?.type === 'text' ? first.text : '';
}

const ID = /^[\w-]{1,64}$/;

function matchUri({ uriTemplate }: ResourceTemplate, uri: string): string | undefined {
  const [start = '', end = ''] = uriTemplate.split('{id}');
  if (!uri.startsWith(start) || !uri.endsWith(end)) return undefined;
  const id = uri.slice(start.length, uri.length - end.length);
  return ID.test(id) ? id : undefined;
}

/** HTML marked as data for models. Browsers show it unchanged. */
function encloseHtml(html: string): string {
  const fence = createFence();
  return `<!-- untrusted ${fence} -->${html}<!-- end ${fence} -->`;
}
