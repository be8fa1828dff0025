import type { ModelMessage, ModelPart, ModelRequest } from './model-request.ts';

/** English has four or five, markup and other scripts fewer: rather too many tokens than too few. */
const BYTES_PER_TOKEN = 3;

/** What a message has around it. */
const MESSAGE_TOKENS = 10;

/** A large picture, by the rules of OpenAI and Anthropic; both make larger ones smaller. */
const IMAGE_TOKENS = 1_600;

/** A PDF of some pages, each of which is read as text and as a picture. */
const PDF_TOKENS = 20_000;

export function estimateTextTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
}

/** What a request has to read, before the provider says so. */
export function estimateInputTokens({
  system,
  messages,
  schema,
}: Pick<ModelRequest, 'system' | 'messages' | 'schema'>): number {
  const form = schema === undefined ? 0 : estimateTextTokens(JSON.stringify(schema));
  const texts = messages.reduce((sum, message) => sum + estimateMessage(message), 0);
  return estimateTextTokens(system) + form + texts;
}

function estimateMessage({ content }: ModelMessage): number {
  const parts = typeof content === 'string' ? estimateTextTokens(content) : sumParts(content);
  return MESSAGE_TOKENS + parts;
}

function sumParts(parts: readonly ModelPart[]): number {
  return parts.reduce((sum, part) => sum + estimatePart(part), 0);
}

function estimatePart(part: ModelPart): number {
  if (part.type === 'text') return estimateTextTokens(part.text);
  return part.type === 'image' ? IMAGE_TOKENS : PDF_TOKENS;
}
