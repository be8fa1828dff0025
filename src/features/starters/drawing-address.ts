import { type TSchema, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { DRAWN_ICONS, type Drawing, SCENES } from '../../mail/model/drawings.ts';
import type { Deps } from '../../platform/deps.ts';
import { readUnverifiedText, signText, verifySignedText } from '../../platform/security/crypto.ts';

/** Below the base URL, among the pictures that need no access token, because mail clients have none. */
const PATH = '/api/v1/images/drawing/';
const EXTENSION = '.png';
const AUDIENCE = 'drawing';

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

const Hex = Type.String({ pattern: '^#[0-9a-f]{6}$' });
const nameOf = (names: readonly string[]) => Type.Union(names.map((name): TSchema => Type.Literal(name)));
const closed = { additionalProperties: false };
const KnownDrawing = Type.Union([
  Type.Object(
    { scene: nameOf(SCENES), ground: Hex, isBare: Type.Optional(Type.Boolean()), main: Hex, accent: Hex },
    closed,
  ),
  Type.Object({ icon: nameOf(DRAWN_ICONS), fill: Hex, line: Hex }, closed),
]);

/** Drawings of one import that become addresses of this server; the others keep their address. */
const MAX_READDRESSED = 2_000;

/**
 * Rewrites the addresses of drawings in contents of the server `from` to those of this one, which signs them with its
 * own key. What is no drawing stays.
 */
export function drawingReaddresser(deps: Deps, from: string): (text: string) => string {
  const known = new Map<string, string>();
  const readdress = (path: string): string | undefined => {
    const found = known.get(path);
    if (found !== undefined || known.size >= MAX_READDRESSED) return found;
    const drawing = parseDrawing(readUnverifiedText(path.slice(PATH.length, -EXTENSION.length)));
    if (drawing !== undefined) known.set(path, drawingAddress(deps, drawing));
    return known.get(path);
  };
  // Longer ones are none of ours.
  const address = new RegExp(`${RegExp.escape(from)}(${PATH}[\\w-]{40,400}\\.png)`, 'g');
  return (text) => text.replace(address, (whole, path: string) => readdress(path) ?? whole);
}

function parseDrawing(json: string): Drawing | undefined {
  try {
    const parsed: unknown = JSON.parse(json);
    return Value.Check(KnownDrawing, parsed) ? (parsed as Drawing) : undefined;
  } catch {
    return undefined;
  }
}
