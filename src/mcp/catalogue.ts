import type { AnyOperation } from '../platform/operation.ts';
import type { Tool } from './tool.ts';

/** A text that agents can read. */
export interface Resource {
  uri: string;
  name: string;
  title: string;
  description: string;
  mimeType: string;
  /** Made at the first reading. */
  read(): string;
}

export interface PromptArgument {
  name: string;
  description: string;
  required: boolean;
  /** Values offered while somebody types: an operation with the input `{value}` and the output `{values, has_more}`. */
  completion?: AnyOperation;
}

/** Instructions for an agent that a person chooses by name. */
export interface Prompt {
  name: string;
  title: string;
  description: string;
  arguments: readonly PromptArgument[];
  render(given: Readonly<Record<string, string>>): string;
}

/** Everything the tool server offers, in the order in which it is listed. */
export interface Catalogue {
  /** Told to every model that connects: how the tools work together. */
  instructions: string;
  tools: readonly Tool[];
  resources: readonly Resource[];
  prompts: readonly Prompt[];
}
