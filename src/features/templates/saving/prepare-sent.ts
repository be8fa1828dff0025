import { parseJsonBody } from '../../../platform/json/request-body.ts';
import { UnparsedJson } from '../../../platform/json/unparsed-json.ts';
import { refuseUnsafeValues } from '../../../platform/json/unsafe-value.ts';
import type { TenantContext } from '../../../platform/operation.ts';
import { ownerOf, type TenantScope } from '../../../platform/scope.ts';
import { type PreparedContent, prepareContent } from './prepare-content.ts';

/** A large content that a client sent, as UTF-8. */
export interface SentContent extends Pick<TenantScope, 'actor'> {
  json: Uint8Array;
}

export interface PreparedSent {
  /** Undefined if it equals what was sent: many clients send the full form. */
  json: Uint8Array | undefined;
  hash: Uint8Array;
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

/** Runs in the worker process. */
export function prepareUnparsed({ json: sent, actor }: SentContent): PreparedSent {
  const content = parseJsonBody(sent);
  // Errors name the field.
  refuseUnsafeValues({ content });
  const { json, hash } = prepareContent({ actor }, content);
  return { json: Buffer.compare(json, sent) === 0 ? undefined : json, hash };
}
