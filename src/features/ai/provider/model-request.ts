import type { TSchema } from '@sinclair/typebox';

/** What a model is asked for; usage is counted by it. */
export const MODEL_OPERATIONS = ['generate', 'rewrite', 'suggest', 'fix', 'design', 'check'] as const;
export type ModelOperation = (typeof MODEL_OPERATIONS)[number];

export type ModelPart =
  | { type: 'text'; text: string }
  | { type: 'image'; bytes: Uint8Array; mediaType: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif' }
  | { type: 'pdf'; bytes: Uint8Array; name?: string };

/** A turn of the conversation. Only users show pictures and documents. */
export type ModelMessage =
  | { role: 'user'; content: string | readonly ModelPart[] }
  | { role: 'assistant'; content: string };

export interface ModelRequest {
  operation: ModelOperation;
  /** What holds for the whole conversation. Foreign text never belongs here. */
  system: string;
  /** The last is the user's. With a picture or a PDF among them, the vision model is asked. */
  messages: readonly ModelMessage[];
  /** JSON Schema of the answer, an object; without it the answer is text. */
  schema?: TSchema;
  /**
   * Called with each piece of the text, or of the JSON, as it arrives. With a schema they may be wrapped in other text
   * by a model that cannot be made to leave it: only the answer's `value` counts.
   */
  onText?(piece: string): void;
  /** Aborting it ends the call of the provider. `askModel` then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** What the answer may have at most, 8,000 if not said; this much is reserved of the budgets. */
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
  /** The JSON, parsed, when a schema was given. It is JSON, but not checked against the schema: that is the caller's. */
  value?: unknown;
  usage: ModelUsage;
  /** The model that answered, as the provider names it. */
  model: string;
  /** False: the text ends where `maxOutputTokens` did. Never so with a schema, where that is an error. */
  complete: boolean;
}
