import type { Answer } from './answer.ts';

/** Functions for operations: each takes the input of its operation, and then options. */
export type Client<Operations, Options> = {
  [Name in keyof Operations]: Operations[Name] extends (...input: infer Input) => infer Output
    ? (...input: [...Input, options?: Options]) => Output
    : never;
};

/** Operations that also take the fields of `Scope`, such as the tenant. */
export type Scoped<Operations, Scope> = {
  [Name in keyof Operations]: Operations[Name] extends (
    ...input: infer Input extends [(object | undefined)?]
  ) => infer Output
    ? (input: Scope & Fields<NonNullable<Input[0]>>) => Output
    : never;
};

type Fields<Input> = Input extends Record<string, never> ? unknown : Input;

/** How an operation is requested: a line of the tables in `operations.generated.ts`. */
export interface OperationRequest {
  method: string;
  answer: Answer;
  /** With `:name` for a field of the input. */
  path: string;
  marks: readonly string[];
}

/** Reads tables of operations. `prefix` is put before each path. */
export function readOperations(
  table: Readonly<Record<string, string>>,
  prefix = '',
): (readonly [string, OperationRequest])[] {
  return Object.entries(table).map(([name, line]) => {
    const [method, answer, path, ...marks] = line.split(' ') as [string, Answer, string, ...string[]];
    return [name, { method, answer, path: prefix + path, marks }];
  });
}
