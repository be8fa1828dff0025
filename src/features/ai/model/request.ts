import { type TSchema, Type } from '@sinclair/typebox';

/** The kinds of requests, by which usage is counted. */
const MODEL_OPERATIONS = ['generate', 'rewrite', 'suggest', 'fix', 'design', 'check'] as const;
export type ModelOperation = (typeof MODEL_OPERATIONS)[number];

export type ModelPart =
  | { type: 'text'; text: string }
  | { type: 'image'; bytes: Uint8Array; mediaType: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif' }
  | { type: 'pdf'; bytes: Uint8Array; name?: string };

/** One message of the conversation. Only messages of users have pictures and documents. */
export type ModelMessage =
  | { role: 'user'; content: string | readonly ModelPart[] }
  | { role: 'assistant'; content: string };

export interface ModelRequest {
  operation: ModelOperation;
  /** The instructions. Must not contain text of callers. */
  system: string;
  /** The last one is of the user. If one has a picture or a PDF, the vision model is used. */
  messages: readonly ModelMessage[];
  /** JSON Schema of the answer, an object; without it the answer is text. */
  schema?: TSchema;
  /**
   * Called with each piece of the text or JSON as it arrives. With a schema, models may write other text around the
   * JSON, so only `value` of the answer is reliable.
   */
  onText?(piece: string): void;
  /** Ends the request when it aborts. `askModel` then rejects with its reason. */
  signal?: AbortSignal | undefined;
  /** Most tokens of the answer, by default 8,000. They are reserved. */
  maxOutputTokens?: number;
}

/** Tokens as the provider counts them; estimated where it does not say. */
export interface ModelUsage {
  inputTokens: number;
  outputTokens: number;
}

export interface ModelAnswer {
  /** The whole text, or the JSON as the model wrote it. */
  text: string;
  /** The parsed JSON, if a schema was given. The caller checks it against the schema. */
  value?: unknown;
  usage: ModelUsage;
  /** The model that answered, as the provider names it. */
  model: string;
  /** False: the text was cut off at `maxOutputTokens`. With a schema that is an error instead. */
  complete: boolean;
}

/** The operator's settings of the model, its provider and its limits. */
export interface ModelSettings {
  provider: 'openai' | 'anthropic' | 'openai-compatible' | 'none';
  /** Empty: the provider's own address. */
  baseUrl: string;
  model: string;
  /** Empty: the model. */
  visionModel: string;
  /** Secret; empty: the provider wants none. */
  apiKey: string;
  timeoutSeconds: number;
  concurrency: number;
}

/** Time limit of a whole answer, as a multiple of the time that the provider may be silent. */
export const ANSWER_TIMEOUT_FACTOR = 10;

const OWN_ADDRESSES = { openai: 'https://api.openai.com/v1', anthropic: 'https://api.anthropic.com/v1' };

/** The address of the provider's API, without a trailing slash. */
export function findProviderAddress({ provider, baseUrl }: ModelSettings): string {
  if (baseUrl !== '') return baseUrl.replace(/(?<!\/)\/+$/, '');
  return OWN_ADDRESSES[provider as keyof typeof OWN_ADDRESSES] ?? '';
}

/**
 * A low value, so that estimates of tokens are rather too high: English has four or five bytes per token, markup and
 * other scripts have fewer.
 */
const BYTES_PER_TOKEN = 3;

/** Tokens of the frame of a message. */
const MESSAGE_TOKENS = 10;

/** Tokens of a large picture by the rules of OpenAI and Anthropic, which both scale down larger ones. */
const IMAGE_TOKENS = 1_600;

/** Tokens of a PDF of some pages. Providers read each page as text and as a picture. */
const PDF_TOKENS = 20_000;

function estimateTextTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
}

/** Estimates the input tokens of a request. */
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

/** A JSON Schema in the form that providers take. */
export type PlainSchema = Record<string, unknown>;

/** A plain JSON Schema with the type of a TypeBox schema. */
export function asSchema(schema: PlainSchema): TSchema {
  return Type.Unsafe(schema as object);
}

/** Counts the tokens of one request over all its calls of the provider. */
export class TokenCounter {
  /** Whether the provider has been called at all. */
  hasStarted = false;
  readonly #usage: ModelUsage = { inputTokens: 0, outputTokens: 0 };
  readonly #estimatedInput: number;

  constructor(estimatedInput: number) {
    this.#estimatedInput = estimatedInput;
  }

  get usage(): ModelUsage {
    return { ...this.#usage };
  }

  /** Adds a finished call. Counts that the provider does not report are estimated. */
  add(reported: { inputTokens?: number | undefined; outputTokens?: number | undefined }, text: string): void {
    this.#usage.inputTokens += readCount(reported.inputTokens) ?? this.#estimatedInput;
    this.#usage.outputTokens += readCount(reported.outputTokens) ?? estimateTextTokens(text);
  }
}

/** Negative and fractional counts are ignored: they would return tokens. */
function readCount(reported: number | undefined): number | undefined {
  return reported !== undefined && Number.isSafeInteger(reported) && reported >= 0 ? reported : undefined;
}
