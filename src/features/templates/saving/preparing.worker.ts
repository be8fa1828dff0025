import { parseJsonBody } from '../../../platform/json/request-body.ts';
import { refuseUnsafeValues } from '../../../platform/json/unsafe-value.ts';
import type { TenantScope } from '../../../platform/scope.ts';
import { serveWorker } from '../../../platform/workers/serve.ts';
import { prepareContent } from './prepare-content.ts';

/** A large content that a client sent, as UTF-8. */
export interface SentContent extends Pick<TenantScope, 'actor'> {
  json: Uint8Array;
}

export interface PreparedSent {
  /** Undefined if it equals what was sent: many clients send the full form. */
  json: Uint8Array | undefined;
  hash: Uint8Array;
}

serveWorker(({ json: sent, actor }: SentContent): PreparedSent => {
  const content = parseJsonBody(sent);
  // Errors name the field.
  refuseUnsafeValues({ content });
  const { json, hash } = prepareContent({ actor }, content);
  return { json: Buffer.compare(json, sent) === 0 ? undefined : json, hash };
});
