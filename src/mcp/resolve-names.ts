import { DomainError } from '../platform/errors.ts';
import { isUuid } from '../platform/ids.ts';
import { mayPerform } from '../platform/operation.ts';
import type { NamedArgument } from './name-finder.ts';
import type { ClientInfo, McpSession } from './session.ts';
import type { Tool } from './tool.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** Further items of a list are taken for ids, because each name takes a query. */
const MOST_IN_LIST = 50;

/** A thing that has the name. */
interface NameMatch {
  id: string;
  /** What distinguishes it from other things with this name. */
  about: string;
}

/** An argument whose name belongs to several things. */
export interface AmbiguousName extends NamedArgument {
  name: string;
  matches: readonly NameMatch[];
}

/**
 * Replaces names by ids. A name of several things stays and is listed in `ambiguous`. An unknown name stays too, and
 * the operation reports the error.
 */
export async function resolveNames(
  session: McpSession,
  { names, operation }: Pick<Tool, 'names' | 'operation'>,
  args: Arguments,
  client: ClientInfo | undefined,
): Promise<{ args: Arguments; ambiguous: AmbiguousName[] }> {
  const ambiguous: AmbiguousName[] = [];
  const { scope } = session;
  // The call will be refused, or its key is limited to one template and must not learn about others.
  if (scope && (scope.templateId !== undefined || !mayPerform(operation, scope))) return { args, ambiguous };
  let resolved = args;
  for (const named of names) {
    const given = readAt(args, named.path);
    const texts = (named.isList && Array.isArray(given) ? given.slice(0, MOST_IN_LIST) : [given]).filter(
      isName,
    );
    const ids = new Map<unknown, string>();
    for (const name of new Set(texts)) {
      const matches = await findMatches(session, named, name, client);
      const [match] = matches;
      if (matches.length > 1) ambiguous.push({ ...named, name, matches });
      else if (match !== undefined) ids.set(name, match.id);
    }
    if (ids.size === 0) continue;
    const replace = (one: unknown) => ids.get(one) ?? one;
    resolved = replaceAt(resolved, named.path, Array.isArray(given) ? given.map(replace) : replace(given));
  }
  return { args: resolved, ambiguous };
}

const readAt = (args: Arguments, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, step) => (Object(value) as Arguments)[step], args);

/** The arguments with another value at a path that they have. */
export function replaceAt(args: Arguments, [step, ...below]: readonly string[], value: unknown): Arguments {
  if (step === undefined) return args;
  return { ...args, [step]: below.length === 0 ? value : replaceAt(args[step] as Arguments, below, value) };
}

/** "top" means no folder. */
const isName = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= 255 && value !== 'top' && !isUuid(value);

async function findMatches(
  session: McpSession,
  { operation }: NamedArgument,
  value: string,
  client: ClientInfo | undefined,
): Promise<NameMatch[]> {
  try {
    const found = await session.perform(operation, { value }, undefined, client);
    return (found as { matches: NameMatch[] }).matches;
  } catch (error) {
    // For example, the text is not a valid name.
    if (error instanceof DomainError) return [];
    throw error;
  }
}

/** The error for callers that cannot ask a person. */
export function ambiguousName({ argument, noun, name, matches }: AmbiguousName): DomainError {
  const which = matches.map(({ id, about }) => `${id} (${about})`).join(', ');
  const message = `${argument}: several ${noun}s have the name ${JSON.stringify(name)}: ${which}. Send the id of one.`;
  return new DomainError('conflict', message, { quotesOthers: true });
}
