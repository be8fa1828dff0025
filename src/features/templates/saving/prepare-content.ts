import {
  editContent,
  MAX_CONTENT_BYTES,
  MAX_OPERATIONS,
  parseContent,
  type TemplateContent,
} from '../../../mail/model/index.ts';
import { withoutIds } from '../../../mail/texts/index.ts';
import {
  type DomainError,
  type FieldErrors,
  featureUnavailable,
  validationFailed,
} from '../../../platform/errors.ts';
import { createId } from '../../../platform/ids.ts';
import { toFieldPath } from '../../../platform/json/input.ts';
import { UnparsedJson } from '../../../platform/json/unparsed-json.ts';
import type { TenantContext } from '../../../platform/operation.ts';
import type { Connection } from '../../../platform/ports/database.ts';
import { ownerOf, type TenantScope } from '../../../platform/scope.ts';
import { sha256 } from '../../../platform/security/crypto.ts';
import { contentTooLarge } from '../errors.ts';
import type { AppliedEdit } from '../output.ts';

/** Content ready to be stored: its JSON in full form, as UTF-8, and the SHA-256 of that. */
export interface PreparedContent {
  json: Uint8Array;
  hash: Buffer;
}

/**
 * Validates content and fills in ids and defaults. Fields and block types this version does not know are kept for
 * people, whose editor may be newer, and refused for agents, unless the content `replaced` has such fields.
 * Throws `validation_failed` with the path of each fault, or `too_large`.
 */
export function prepareContent(
  { actor }: Pick<TenantScope, 'actor'>,
  input: unknown,
  replaced?: TemplateContent,
): PreparedContent {
  return prepare(input, { unknown: actor.kind === 'agent' ? 'refuse' : 'keep', replaced });
}

/** `prepareContent` for what a client sent. A large content is parsed and checked in a worker process. */
export async function prepareSent(
  { deps, scope }: TenantContext,
  content: unknown,
): Promise<PreparedContent> {
  if (!(content instanceof UnparsedJson)) return prepareContent(scope, content);
  const { preparers } = deps.services.templates;
  const owner = ownerOf(scope);
  const { json, hash } = await preparers.run({ json: content.bytes, actor: scope.actor }, { owner });
  // Storing it takes long, too.
  await deps.bodyQueue.waitAfterWorker(owner);
  return { json: json === undefined ? content.bytes : Buffer.from(json), hash: Buffer.from(hash) };
}

/** Prepares a content that consists of stored parts. Unknown fields and block types are kept, for agents too. */
export function prepareStored(content: TemplateContent): PreparedContent {
  return prepare(content, { unknown: 'keep' });
}

function prepare(
  input: unknown,
  { unknown, replaced }: { unknown: 'keep' | 'refuse'; replaced?: TemplateContent | undefined },
): PreparedContent {
  const parsed = parseContent(input, {
    makeId: createId,
    unknownBlockTypes: unknown,
    unknownFields: unknown,
    unknownShapes: unknown,
    replaced,
  });
  if (parsed.ok) return encodeContent(parsed.json);
  throw toContentError(parsed, 'content');
}

function encodeContent(text: string): PreparedContent {
  // Encoded once, for the hash, the database and the answer.
  const json = Buffer.from(text);
  return { json, hash: Buffer.from(sha256(json)) };
}

/** `field`: the input to which the paths of the faults are relative; undefined if the paths include it. */
export function toContentError(
  refused: { reason?: string; faults: readonly { path: string; message: string }[] },
  field: string | undefined,
): DomainError {
  if (refused.reason === 'too_large') return contentTooLarge(refused.faults[0]?.message ?? 'is too large');
  const errors: FieldErrors = {};
  for (const { path, message } of refused.faults) {
    const name = [field ?? [], path === '' ? [] : toFieldPath(path)].flat().join('.');
    errors[name] = [...(errors[name] ?? []), message];
  }
  // Operations name blocks of a stored content, whose ids and types were written by others.
  return validationFailed(errors, field === undefined ? { quotesOthers: true } : {});
}

/** A content that was changed by operations and is ready to be stored. */
interface PreparedEdit extends PreparedContent, AppliedEdit {}

/**
 * Applies operations to a content, all or none. As with whole contents, fields and block types this version does not
 * know are kept for people and refused for agents. Throws as `prepareContent` does, naming the operation at fault.
 */
export async function prepareEdit(
  context: TenantContext,
  db: Connection,
  content: TemplateContent,
  operations: unknown,
): Promise<PreparedEdit> {
  const unknown = context.scope.actor.kind === 'agent' ? 'refuse' : 'keep';
  const modules = await readModuleBlocks(context, db, operations);
  const edited = editContent(content, operations, { makeId: createId, unknown, modules });
  if (edited.ok) return { ...edited, ...encodeContent(edited.json) };
  throw toContentError(edited, undefined);
}

/**
 * Reads the JSON of the blocks of a saved module that the scope can use; undefined if there is no such module. The feature of
 * saved modules, which is above this one, provides it.
 */
export type ModuleReader = (
  scope: TenantScope,
  db: Connection,
  id: string,
) => Promise<Uint8Array | undefined>;

/**
 * The blocks of the saved modules that operations name, by the module's id. Block ids are removed, because each copy
 * gets its own.
 */
async function readModuleBlocks(
  { deps, scope }: TenantContext,
  db: Connection,
  operations: unknown,
): Promise<ReadonlyMap<string, readonly unknown[]>> {
  const modules = new Map<string, readonly unknown[]>();
  let bytes = 0;
  for (const id of namesOfModules(operations)) {
    if (!scope.plan.features.saved_modules) throw featureUnavailable('saved_modules');
    const json = await deps.services.templates.moduleReader?.(scope, db, id);
    if (json === undefined) continue;
    bytes += json.byteLength;
    // Limited, because they are parsed on the serving thread.
    if (bytes > MAX_CONTENT_BYTES)
      throw contentTooLarge(
        'The saved modules in these operations have more than 2 MB. Insert fewer of them.',
      );
    modules.set(id, withoutIds(JSON.parse(Buffer.from(json).toString())) as unknown[]);
  }
  return modules;
}

/** Collects ids from unchecked operations. */
function namesOfModules(operations: unknown): Set<string> {
  if (!Array.isArray(operations)) return new Set();
  const names = operations.slice(0, MAX_OPERATIONS).map((operation) => Object(operation).module);
  return new Set(names.filter((name) => typeof name === 'string'));
}
