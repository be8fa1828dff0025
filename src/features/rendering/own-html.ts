import { sha256 } from '../../platform/crypto.ts';
import type { Deps } from '../../platform/deps.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { encodeJson, parseStoredJson } from '../../platform/stored-json.ts';
import type { EncodedRendering } from './rendering.ts';

/** Plain texts of mails that were exported lately: an editor sends its test mail right after the export. */
export const MAX_PLAIN_TEXT_BYTES = 4 * 1024 * 1024;

/** Bytes of an entry beside its text. */
const ENTRY_BYTES = 100;

/** Remembers that a mail with this HTML has come from here. */
export function noteRendering(deps: Deps, scope: TenantScope, rendering: EncodedRendering): void {
  rendering.htmlHash ??= hashOf(encodeJson(rendering.html));
  const bytes = ENTRY_BYTES + encodeJson(rendering.plain_text).length;
  deps.services.rendering.plainTexts.set(keyOf(scope, rendering.htmlHash), rendering.plain_text, bytes);
}

/** The plain text of a mail with exactly this HTML that this tenant has exported lately; otherwise undefined. */
export function recallPlainText(deps: Deps, scope: TenantScope, html: string): string | undefined {
  const found = deps.services.rendering.plainTexts.get(keyOf(scope, hashOf(JSON.stringify(html))));
  return found === undefined ? undefined : parseStoredJson(found);
}

function hashOf(json: string | Uint8Array): string {
  return Buffer.from(sha256(json)).toString('base64');
}

function keyOf(scope: TenantScope, hash: string): string {
  return `${scope.tenant.id} ${hash}`;
}
