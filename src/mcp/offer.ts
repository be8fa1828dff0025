import { DomainError } from '../platform/errors.ts';
import { isEffectAllowed, mayPerform } from '../platform/operation.ts';
import type { TenantScope } from '../platform/scope.ts';
import type { Catalogue } from './catalogue.ts';
import type { McpSession } from './session.ts';
import type { Tool } from './tool.ts';

/**
 * The part of the catalogue that the caller's plan and key allow. Resources only explain formats, so everybody may read
 * them.
 */
export function offeredTo({ scope }: McpSession, catalogue: Catalogue): Catalogue {
  if (scope === undefined)
    return { ...catalogue, tools: catalogue.tools.filter((tool) => !tool.isForProposers) };
  const tools = catalogue.tools.map((tool) => toolFor(scope, tool)).filter((tool) => isOffered(tool, scope));
  const names = new Set(tools.map(({ definition }) => definition.name));
  const prompts = catalogue.prompts.filter(({ uses }) => uses.every((name) => names.has(name)));
  return { ...catalogue, tools, prompts };
}

/** The variant of a tool for a caller: a proposing tool for callers that may propose changes but not make them. */
export function toolFor(scope: TenantScope | undefined, tool: Tool): Tool {
  const { proposing, operation } = tool;
  if (proposing === undefined || scope === undefined || mayPerform(operation, scope)) return tool;
  return mayPerform(proposing.operation, scope) ? proposing : tool;
}

/** A sentence that names the tool which lists what a call has not found, if the caller may call it. */
export function adviseOnMissing(
  { scope }: McpSession,
  { listers }: Tool,
  { details: { missing = '' } }: DomainError,
): string | undefined {
  const lister = listers.find((tool) => Object.hasOwn(tool.lists, missing));
  if (lister === undefined || (scope === undefined ? lister.isForProposers : !isOffered(lister, scope)))
    return undefined;
  const args = JSON.stringify(lister.lists[missing]);
  return `To see what exists, call ${lister.definition.name}${args === '{}' ? '' : ` with ${args}`}.`;
}

function isOffered({ definition, operation, isForProposers }: Tool, scope: TenantScope): boolean {
  if (isForProposers && (!isEffectAllowed('propose', scope) || isEffectAllowed('write', scope))) return false;
  return scope.tools?.has(definition.name) !== false && mayPerform(operation, scope);
}

/** Throws `forbidden` if the caller's key lists tools and this is not one of them. `perform` checks everything else. */
export function requireNamedTool({ scope }: McpSession, { definition: { name } }: Tool): void {
  if (scope?.tools === undefined || scope.tools.has(name)) return;
  const allowed = [...scope.tools].join(', ');
  throw new DomainError('forbidden', `The API key may not call ${name}. It may call: ${allowed}.`);
}
