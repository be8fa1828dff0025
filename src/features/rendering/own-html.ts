import { createByteCache } from '../../platform/byte-cache.ts';
import { sha256 } from '../../platform/crypto.ts';
import type { Deps } from '../../platform/deps.ts';
import { perApplication } from '../../platform/per-application.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { encodeJson, parseStoredJson, type StoredJson } from '../../platform/stored-json.ts';
import type { EncodedRendering } from './rendering.ts';

/** Plain texts of mails that were exported lately: an editor sends its test mail right after the export. */
const MAX_BYTES = 4 * 1024 * 1024;

/** What an entry weighs beside its text. */
const ENTRY_BYTES = 100;

const plainTextsOf = perApplication(() => createByteCache<StoredJson<string>>(MAX_BYTES));

/** The same rendering is given out many times. */
const hashes = new WeakMap<EncodedRendering, string>();

/** Remembers that a mail with this HTML has come from here. */
export function noteRendering(deps: Deps, scope: TenantScope, rendering: EncodedRendering): void {
  let hash = hashes.get(rendering);
  if (hash === undefined) {
    hash = hashOf(encodeJson(rendering.html));
    hashes.set(rendering, hash);
  }
  const bytes = ENTRY_BYTES + encodeJson(rendering.plain_text).length;
  plainTextsOf(deps).set(keyOf(scope, hash), rendering.plain_text, bytes);
}

/** The plain text of a mail with exactly this HTML that this tenant has exported lately; otherwise undefined. */
export function recallPlainText(deps: Deps, scope: TenantScope, html: string): string | undefined {
  const found = plainTextsOf(deps).get(keyOf(scope, hashOf(JSON.stringify(html))));
  return found === undefined ? undefined : parseStoredJson(found);
}

function hashOf(json: string | Uint8Array): string {
  return Buffer.from(sha256(json)).toString('base64');
}

function keyOf(scope: TenantScope, hash: string): string {
  return `${scope.tenant.id} ${hash}`;
}
