import type { TObject, TSchema } from '@sinclair/typebox';
import type { AnyOperation, Operation } from '../platform/operation.ts';
import type { NamedArgument } from './name-finder.ts';
import { type JsonSchema, listResultFields, toInputSchema, toOutputSchema } from './tool-schema.ts';

/** What a call does to the data: `read` nothing, `write` adds or edits, `destroy` may delete or replace existing data. */
type ToolEffect = 'read' | 'write' | 'destroy';

type Slowness = (args: Readonly<Record<string, unknown>>) => boolean;

interface ToolOptions {
  /** Name people read. */
  title: string;
  /** Written for a model: what it does, when to use it, what comes back, what to call next. */
  description: string;
  effect: ToolEffect;
  /** Whether repeating a call of a tool that changes something, with the same arguments, changes nothing more. */
  idempotent?: boolean;
  /** Input that every call of the tool has; not offered as arguments. */
  preset?: Readonly<Record<string, unknown>>;
  /** Default values of arguments that differ from those of the operation. */
  defaults?: Readonly<Record<string, unknown>>;
  /** Arguments that agents send although they belong elsewhere, and where. */
  misplaced?: Readonly<Record<string, string>>;
  /** Input that agents do not need. */
  hidden?: readonly string[];
  /** Fields of the output that no call of the tool returns, for example because of `preset`. */
  omits?: readonly string[];
  /** Whether it calls servers outside this one: an AI provider, or an address the caller gives. */
  reachesOut?: boolean;
  /**
   * Whether results may hold texts that others wrote, of whatever kind; true unless it answers with ids, numbers and what
   * the caller has sent. Their texts are fenced.
   */
  isUntrusted?: boolean;
  /**
   * Whether a call may take longer than some seconds: it sends progress, and is aborted when the caller closes the connection
   * or cancels.
   */
  isSlow?: boolean | Slowness;
  /** Offered only to callers that may propose changes and make none, because every conversation pays for a tool. */
  isForProposers?: boolean;
  /** The field of the output that is a picture (`Picture`). It is sent as an image beside the other fields. */
  picture?: string;
  /** Address of the resource that programs with MCP Apps show with each result. */
  app?: string;
  /** What a person is asked before a call with these arguments; undefined if it needs no question. */
  confirm?(args: Readonly<Record<string, unknown>>): string | undefined;
}

/** An operation as a tool for agents: its arguments are the operation's input, its result the output. */
export interface Tool {
  /** What `tools/list` says of it. */
  definition: ToolDefinition;
  operation: AnyOperation;
  /** Names of the fields that results may have. */
  resultFields(): readonly string[];
  effect: ToolEffect;
  preset: Readonly<Record<string, unknown>>;
  defaults: Readonly<Record<string, unknown>>;
  isUntrusted: boolean;
  isSlow: Slowness;
  picture: string | undefined;
  confirm: ToolOptions['confirm'];
  isForProposers: boolean;
  misplaced: Readonly<Record<string, string>>;
  /** Arguments that take names in place of ids. */
  names: readonly NamedArgument[];
  /** What it does for callers that may propose changes and make none. */
  proposing?: Tool;
}

interface ToolDefinition {
  name: string;
  title: string;
  description: string;
  readonly inputSchema: JsonSchema & { type: 'object' };
  readonly outputSchema: (JsonSchema & { type: 'object' }) | undefined;
  annotations: {
    readOnlyHint: boolean;
    destructiveHint?: boolean;
    idempotentHint?: true;
    openWorldHint: boolean;
  };
  _meta?: { ui: { resourceUri: string } };
}

/** Computes a value when it is first asked for. */
function once<Value>(compute: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: compute() };
    return made.value;
  };
}

/** Declares a tool. Add its name to `TOOL_ORDER` in src/operations.ts. */
export function tool<Input extends TObject, Output extends TSchema>(
  name: string,
  operation: Operation<'tenant', Input, Output>,
  options: ToolOptions,
): Tool {
  const {
    title,
    description,
    effect,
    idempotent = false,
    preset = {},
    defaults = {},
    hidden = [],
    misplaced = {},
    omits = [],
    reachesOut = false,
    isUntrusted = true,
    isSlow = false,
    isForProposers = false,
    picture,
    app,
    confirm,
  } = options;
  const resultFields = once(() =>
    listResultFields(operation.output, picture === undefined ? omits : [...omits, picture]),
  );
  // At the first use: a command starts in a tenth less time without them.
  const inputSchema = once(() =>
    toInputSchema(operation.input, [...Object.keys(preset), ...hidden], defaults),
  );
  const outputSchema = once(() => toOutputSchema(operation.output, resultFields()));
  return {
    definition: {
      name,
      title,
      description,
      get inputSchema() {
        return inputSchema();
      },
      // Results of changes are short and show what they are; those that are read can be large, and programs read them.
      get outputSchema() {
        return effect === 'read' ? outputSchema() : undefined;
      },
      annotations: {
        readOnlyHint: effect === 'read',
        // Without a meaning for a tool that only reads.
        ...(effect !== 'read' && { destructiveHint: effect === 'destroy' }),
        // False if left out.
        ...(idempotent && effect !== 'read' && { idempotentHint: true }),
        openWorldHint: reachesOut,
      },
      ...(app !== undefined && { _meta: { ui: { resourceUri: app } } }),
    },
    operation,
    resultFields,
    effect,
    preset,
    defaults,
    isUntrusted,
    isSlow: typeof isSlow === 'function' ? isSlow : () => isSlow,
    isForProposers,
    misplaced,
    names: [],
    picture,
    confirm,
  };
}
