import { type TSchema, Type } from '@sinclair/typebox';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import { Errors, type ValueError } from '@sinclair/typebox/errors';
import { SectionBlock } from './blocks/section.ts';

/** Checks values against one schema: `check` is fast, `explain` lists what is wrong and is only for failures. */
interface Checker {
  check(value: unknown): boolean;
  explain(value: unknown): Iterable<ValueError>;
}

const checkers = new WeakMap<TSchema, Checker>();

/** The checker of a block or settings schema, compiled on first use: a cold start must not pay for all of them. */
export function checkerOf(schema: TSchema): Checker {
  const known = checkers.get(schema);
  if (known) return known;
  const made = makeChecker(schema === SectionBlock ? withoutChildren() : schema);
  checkers.set(schema, made);
  return made;
}

/** The blocks of a section are checked one by one, each by its own type, so that a fault names its exact place. */
function withoutChildren(): TSchema {
  const children = Type.Array(Type.Array(Type.Unknown()));
  return Type.Object({ ...SectionBlock.properties, children }, { additionalProperties: true });
}

function makeChecker(schema: TSchema): Checker {
  return { check: compileCheck(schema), explain: (value) => Errors(schema, [], value) };
}

function compileCheck(schema: TSchema): (value: unknown) => boolean {
  try {
    const compiled = TypeCompiler.Compile(schema);
    return (value) => compiled.Check(value);
  } catch {
    // A page whose content security policy forbids generated code gets the slower interpreted check.
    return (value) => Errors(schema, [], value).First() === undefined;
  }
}
