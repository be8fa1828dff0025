import type { Block, ContentOperation } from '../../../content/index.ts';
import type { FieldPath } from '../mail/mail.ts';

type Node = Record<string | number, unknown>;

/**
 * The operation that gives a field of a block another value. Lists are replaced as a whole by operations, so for a
 * field inside one, all of the list is sent.
 */
export function setField(block: Block, path: FieldPath, value: unknown): ContentOperation {
  const [first = '', ...rest] = path;
  return {
    op: 'update',
    id: block.id,
    fields: { [first]: rest.length === 0 ? value : write((block as unknown as Node)[first], rest, value) },
  };
}

/** The value at a path of a block. */
export function readField(block: Block, path: FieldPath): unknown {
  let node: unknown = block;
  for (const step of path) node = (node as Node | undefined)?.[step];
  return node;
}

/** A copy of `node` with another value at the path; objects outside lists hold only what changes. */
function write(node: unknown, [step = '', ...rest]: FieldPath, value: unknown): unknown {
  const inner = rest.length === 0 ? value : writeWhole((node as Node | undefined)?.[step], rest, value);
  if (!Array.isArray(node)) return { [step]: inner };
  return node.map((item, index) => (index === step ? inner : item));
}

function writeWhole(node: unknown, [step = '', ...rest]: FieldPath, value: unknown): unknown {
  const inner = rest.length === 0 ? value : writeWhole((node as Node | undefined)?.[step], rest, value);
  if (Array.isArray(node)) return node.map((item, index) => (index === step ? inner : item));
  return { ...(node as Node | undefined), [step]: inner };
}
