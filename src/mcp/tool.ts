import type { TObject, TSchema } from '@sinclair/typebox';
import type { AnyOperation, Operation } from '../platform/operation.ts';
import type { NamedArgument } from './name-finder.ts';
import { type JsonSchema, listResultFields, toInputSchema, toOutputSchema } from './tool-schema.ts';

/**
 * What a call does to data: `read` changes nothing, `write` adds or edits, `destroy` may delete or replace existing
 * data.
 */
type ToolEffect = 'read' | 'write' | 'destroy';

type Slowness = (args: Readonly<Record<string, unknown>>) => boolean;

interface ToolOptions {
  /** The name that people see. */
  title: string;
  /** Written for a model: what the tool does, when to use it, what it returns, what to call next. */
  description: string;
  effect: ToolEffect;
  /** For tools that change something: repeating a call with the same arguments changes nothing more. */
  idempotent?: boolean;
  /** Fixed input of every call, not offered as arguments. */
  preset?: Readonly<Record<string, unknown>>;
  /** Default values of arguments, where they differ from those of the operation. */
  defaults?: Readonly<Record<string, unknown>>;
  /** Arguments that agents send by mistake, and where they belong. */
  misplaced?: Readonly<Record<string, string>>;
  /** Input that agents do not need. */
  hidden?: readonly string[];
  /** Fields of the output that no call of the tool returns, for example because of `preset`. */
  omits?: readonly string[];
  /** Whether it contacts other servers: an AI provider, or an address that the caller gives. */
  reachesOut?: boolean;
  /**
   * Whether results may contain texts that others wrote. True by default; false if the tool returns only ids, numbers
   * and what the caller has sent. Such texts are fenced.
   */
  isUntrusted?: boolean;
  /**
   * Whether a call may take longer than a few seconds. Slow calls send progress, and are aborted when the caller closes
   * the connection or cancels.
   */
  isSlow?: boolean | Slowness;
  /**
   * Offered only to callers that may propose changes but not make them, because every tool costs tokens in every
   * conversation.
   */
  isForProposers?: boolean;
  /** The field of the output that is a picture (`Picture`). It is sent as an image beside the other fields. */
  picture?: string;
  /** Address of the resource that programs with MCP Apps show together with each result. */
  app?: string;
  /** What it lists, as `missing` of errors names it, and the arguments for that. */
  lists?: Readonly<Record<string, object>>;
  /** The question for a person before a call with these arguments; undefined if none is needed. */
  confirm?(args: Readonly<Record<string, unknown>>): string | undefined;
}

/** An operation as a tool for agents: its arguments are the operation's input, its result the output. */
export interface Tool {
  /** The definition in `tools/list`. */
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
  /** Arguments that accept names instead of ids. */
  names: readonly NamedArgument[];
  lists: Readonly<Record<string, object>>;
  /** Tools that list what a call may fail to find. */
  listers: readonly Tool[];
  /** The variant for callers that may propose changes but not make them. */
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

/** Computes a value at first use and caches it. */
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
  const { effect, picture, confirm, omits = [], isSlow = false } = options;
  const resultFields = once(() =>
    listResultFields(operation.output, picture === undefined ? omits : [...omits, picture]),
  );
  return {
    definition: defineTool(name, operation, options, resultFields),
    ...{ operation, resultFields, effect, picture, confirm },
    preset: options.preset ?? {},
    defaults: options.defaults ?? {},
    misplaced: options.misplaced ?? {},
    lists: options.lists ?? {},
    isUntrusted: options.isUntrusted ?? true,
    isForProposers: options.isForProposers ?? false,
    isSlow: typeof isSlow === 'function' ? isSlow : () => isSlow,
    names: [],
    listers: [],
  };
}

function defineTool(
  name: string,
  { input, output }: Pick<AnyOperation, 'input' | 'output'>,
  { title, description, effect, app, preset = {}, defaults = {}, hidden = [], ...options }: ToolOptions,
  resultFields: () => readonly string[],
): ToolDefinition {
  const { idempotent = false, reachesOut = false } = options;
  // Computed at first use: commands start in a tenth less time without them.
  const inputSchema = once(() => toInputSchema(input, [...Object.keys(preset), ...hidden], defaults));
  const outputSchema = once(() => toOutputSchema(output, resultFields()));
  return {
    name,
    title,
    description,
    get inputSchema() {
      return inputSchema();
    },
    // Results of changes are short and explain themselves. Results of reading can be large, and programs read them.
    get outputSchema() {
      return effect === 'read' ? outputSchema() : undefined;
    },
    annotations: {
      readOnlyHint: effect === 'read',
      // Meaningless for a tool that only reads.
      ...(effect !== 'read' && { destructiveHint: effect === 'destroy' }),
      // The default is false.
      ...(idempotent && effect !== 'read' && { idempotentHint: true }),
      openWorldHint: reachesOut,
    },
    ...(app !== undefined && { _meta: { ui: { resourceUri: app } } }),
  };
}
