import type { Drawing } from '../../mail/model/drawings.ts';
import { signText, verifySignedText } from '../../platform/crypto.ts';
import type { Deps } from '../../platform/deps.ts';

/** Below the base URL, among the pictures that need no access token, because mail clients have none. */
const PATH = '/api/v1/images/drawing/';
const EXTENSION = '.png';
const AUDIENCE = 'picture drawing';

/**
 * The address of a drawn picture. It contains what is drawn: sent mails show it even after their template was deleted.
 * It is signed, so that others cannot have any number of pictures drawn.
 */
export function drawingAddress(deps: Deps, drawing: Drawing): string {
  const signed = signText(deps.urlSigningKey, AUDIENCE, JSON.stringify(drawing));
  return `${deps.baseUrl}${PATH}${signed}${EXTENSION}`;
}

/** The drawing in the last step of an address; undefined if the signature is wrong. */
export function readDrawing(deps: Deps, file: string): Drawing | undefined {
  if (!file.endsWith(EXTENSION)) return undefined;
  const text = verifySignedText(deps.urlSigningKey, AUDIENCE, file.slice(0, -EXTENSION.length));
  return text === undefined ? undefined : (JSON.parse(text) as Drawing);
}

/** The drawing at a whole address of this service; undefined for other addresses. */
export function readDrawingAddress(deps: Deps, address: string): Drawing | undefined {
  const start = deps.baseUrl + PATH;
  return address.startsWith(start) ? readDrawing(deps, address.slice(start.length)) : undefined;
}
