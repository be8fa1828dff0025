import type { TSchema } from '@sinclair/typebox';
import { CountdownBlock, type TemplateContent, type VideoBlock, walkBlocks } from '../../mail/model/index.ts';
import type { CountdownOptions } from '../../mail/pictures/index.ts';
import type { Deps } from '../../platform/deps.ts';
import type { TenantContext } from '../../platform/operation.ts';
import { ownerOf, type TenantScope } from '../../platform/scope.ts';
import { hmacSha256, signText, verifySignedText } from '../../platform/security/crypto.ts';

/** Default values of a countdown's fields. */
const DEFAULTS = new Map<string, unknown>(
  Object.entries<TSchema>(CountdownBlock.properties).map(([name, field]) => [name, field.default]),
);

/** Below the base URL. No access token is needed, because mail clients have none. */
export const IMAGE_PATH = '/api/v1/images';

const MAX_URL_LENGTH = 2000;

/** Enough to distinguish the tenants of an installation. Two with the same tag share their turns. */
const OWNER_TAG_BYTES = 6;

/** Twice the width of a usual mail, for high-resolution screens. */
const POSTER_WIDTH = 1200;

/** What every picture's address contains. */
interface OwnedPicture {
  /** For turns in drawing, see `ownerTagOf`. */
  owner: string;
}

/** The data in a poster's address. */
export interface PosterSource extends OwnedPicture {
  /** The picture to put the play button on; empty: none. */
  url: string;
  width: number;
}

/** The data in a countdown's address. */
export interface CountdownSource extends CountdownOptions, OwnedPicture {
  /** Shown after the target date instead of the message. */
  expiredImageUrl?: string;
}

/**
 * Addresses of the pictures that are drawn for single blocks, by the blocks' ids. The address contains all data of the
 * picture: sent mails show it even after their template was deleted. It is signed, so that only pictures of templates
 * can be drawn.
 */
export function listPictures(
  { deps, scope }: TenantContext,
  content: TemplateContent,
): Record<string, string> {
  const owner = ownerTagOf(deps, scope);
  const pictures: Record<string, string> = {};
  for (const { block } of walkBlocks(content)) {
    if (block.type === 'countdown') {
      pictures[block.id] = addressOf(deps, 'countdown', { ...toCountdownSource(block), owner }, 'gif');
    } else if (block.type === 'video') {
      pictures[block.id] = addressOf(deps, 'poster', { ...toPosterSource(block), owner }, 'jpg');
    }
  }
  return pictures;
}

/** The prefix of the addresses of all drawn pictures. */
export function imageBaseOf(deps: Deps): string {
  return deps.baseUrl + IMAGE_PATH;
}

/** A pseudonym of the tenant, because anybody can read the addresses. */
function ownerTagOf(deps: Deps, scope: TenantScope): string {
  const tag = hmacSha256(deps.urlSigningKey, `picture owner\n${ownerOf(scope)}`);
  return Buffer.from(tag.subarray(0, OWNER_TAG_BYTES)).toString('base64url');
}

/** The data in the last step of an address; undefined if the signature is wrong. */
export function readPicture<Source>(
  deps: Deps,
  kind: 'countdown' | 'poster',
  signed: string,
): Source | undefined {
  const text = verifySignedText(deps.urlSigningKey, `picture ${kind}`, signed);
  return text === undefined ? undefined : (JSON.parse(text) as Source);
}

function addressOf(deps: Deps, kind: 'countdown' | 'poster', source: object, extension: string): string {
  const signed = signText(deps.urlSigningKey, `picture ${kind}`, JSON.stringify(source));
  return `${imageBaseOf(deps)}/${kind}/${signed}.${extension}`;
}

/** Data URLs and very long addresses are left out, because the mail would contain them twice. */
function toPosterSource({ thumbnailUrl }: VideoBlock): Omit<PosterSource, 'owner'> {
  const isAddress = thumbnailUrl.length <= MAX_URL_LENGTH && /^https?:/i.test(thumbnailUrl);
  return { url: isAddress ? thumbnailUrl : '', width: POSTER_WIDTH };
}

/** The fields to draw, without defaults to keep the address short. */
function toCountdownSource(block: CountdownBlock): Omit<CountdownSource, 'owner'> {
  const { id, type, styles, visibility, displayCondition, fontFamily, ...shown } = block;
  const differing = Object.entries(shown)
    .filter(([name, value]) => DEFAULTS.get(name) !== value)
    .map(([name, value]) => [name, typeof value === 'string' ? value.slice(0, MAX_URL_LENGTH) : value]);
  return Object.fromEntries(differing) as unknown as CountdownOptions;
}
