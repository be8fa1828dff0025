import type { TSchema } from '@sinclair/typebox';
import type { ModelSettings } from './model-settings.ts';
import type { Structure } from './sdk.ts';

/** The ways a provider can be made to answer in JSON, the surest first. */
export function structuresOf({ provider }: ModelSettings): readonly Structure[] {
  // Anthropic knows no JSON without a schema. The rest differ from server to server.
  return provider === 'anthropic' ? ['schema', 'prompt'] : ['schema', 'json', 'prompt'];
}

/** As providers want it: plain JSON, without what TypeBox keeps for itself. */
export function toPlainSchema(schema: TSchema): Record<string, unknown> {
  return JSON.parse(JSON.stringify(schema)) as Record<string, unknown>;
}

/** The system prompt for an answer in JSON. */
export function withSchema(
  system: string,
  schema: Record<string, unknown>,
  { provider }: ModelSettings,
  structure: Structure,
): string {
  // Servers that take a schema often only cut the answer to it and do not show it to the model; some ignore it.
  if (structure === 'schema' && provider !== 'openai-compatible') return system;
  return `${system}\n\nAnswer with one JSON object and nothing else: no explanation, no code fence. It must be valid against this JSON Schema:\n${JSON.stringify(schema)}`;
}

/** Whether OpenAI takes the schema in its strict form: every property required, no others, no keyword it does not know. */
export function isStrictSchema(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return true;
  if (Array.isArray(schema)) return schema.every(isStrictSchema);
  const node = schema as Record<string, unknown>;
  if (!Object.keys(node).every((keyword) => STRICT_KEYWORDS.has(keyword))) return false;
  if (node.properties === undefined) {
    return (
      node.type !== 'object' && isStrictSchema([node.items, node.anyOf, ...Object.values(node.$defs ?? {})])
    );
  }
  const names = Object.keys(node.properties as object);
  const required = new Set(node.required as string[] | undefined);
  return (
    node.additionalProperties === false &&
    names.every((name) => required.has(name)) &&
    Object.values(node.properties as object).every(isStrictSchema) &&
    Object.values(node.$defs ?? {}).every(isStrictSchema)
  );
}

const STRICT_KEYWORDS = new Set([
  'type',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'anyOf',
  'enum',
  'const',
  '$ref',
  '$defs',
  'title',
  'description',
]);
