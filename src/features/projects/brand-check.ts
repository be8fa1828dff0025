import { Type } from '@sinclair/typebox';
import { formatColor, parseColor } from '../../mail/parse/color.ts';
import { isMergeTag, isOutputTag } from '../../mail/parse/merge-tag-meaning.ts';
import { type FieldErrors, validationFailed } from '../../platform/errors.ts';
import { parseInput } from '../../platform/input.ts';
import { Brand, brandFields } from './brand-schema.ts';

const Whole = Type.Object({ brand: Brand });

/** Pictures that some mail clients do not show at all. */
const UNSHOWN_PICTURE = /\.(svgz?|webp|avif|heic|bmp|tiff?|pdf)(?:[?#]|$)/i;

/**
 * A brand that can be used: fields known, texts within bounds, colors opaque and written as #rrggbb, addresses whole.
 * Throws `validation_failed` with every wrong field.
 * @param change what was asked for: a field that does not exist cannot be taken away either
 */
export function checkBrand(given: object, change: object): Brand {
  const { brand } = parseInput(Whole, { brand: given });
  const errors = { ...findUnknown(change), ...findColorFaults(brand), ...findAddressFaults(brand) };
  if (Object.keys(errors).length > 0) throw validationFailed(errors);
  if (brand.colors === undefined) return brand;
  const colors = Object.entries(brand.colors).map(([name, css]) => [name, toHex(css)]);
  return { ...brand, colors: Object.fromEntries(colors) };
}

function findUnknown(change: object): FieldErrors {
  const { colors } = change as { colors?: object | null };
  return {
    ...unknownIn(change, Object.keys(brandFields), 'brand'),
    ...unknownIn(colors ?? {}, Object.keys(brandFields.colors.properties), 'brand.colors'),
  };
}

function unknownIn(given: object, known: readonly string[], path: string): FieldErrors {
  const unknown = Object.keys(given).filter((name) => !known.includes(name));
  return Object.fromEntries(
    unknown.map((name) => [`${path}.${name}`, [`is not a field; there are: ${known.join(', ')}.`]]),
  );
}

function findColorFaults({ colors = {} }: Brand): FieldErrors {
  const wrong = Object.entries(colors).filter(([, css]) => toHex(css) === undefined);
  return Object.fromEntries(
    wrong.map(([name, css]) => [
      `brand.colors.${name}`,
      [`"${css}" must be a color that nothing shines through, such as #1a73e8.`],
    ]),
  );
}

function toHex(css: string): string | undefined {
  const color = parseColor(css);
  return color === undefined || color.alpha < 1 ? undefined : formatColor(color);
}

function findAddressFaults({ logo_url, website_url, unsubscribe_url, social = [] }: Brand): FieldErrors {
  const faults: [field: string, message: string | undefined][] = [
    ['brand.logo_url', logo_url === undefined ? undefined : findPictureFault(logo_url)],
    ['brand.website_url', website_url === undefined ? undefined : findPageFault(website_url)],
    ['brand.unsubscribe_url', unsubscribe_url === undefined ? undefined : findWayOutFault(unsubscribe_url)],
    ...social.map(({ platform, url }, index): [string, string | undefined] => [
      `brand.social.${index}.url`,
      platform === 'email' && isMailto(url) ? undefined : findPageFault(url),
    ]),
  ];
  return Object.fromEntries(faults.flatMap(([field, message]) => (message ? [[field, [message]]] : [])));
}

function findPageFault(url: string): string | undefined {
  if (isPage(url)) return undefined;
  return `"${url.slice(0, 80)}" must be a whole address such as https://www.company.com.`;
}

function findPictureFault(url: string): string | undefined {
  const format = UNSHOWN_PICTURE.exec(url)?.[1];
  if (format === undefined) return findPageFault(url);
  return `must be a PNG, JPEG or GIF: many mail clients show no ${format.toUpperCase()}.`;
}

function findWayOutFault(url: string): string | undefined {
  if (isPage(url) || isMailto(url) || isValueTag(url.trim())) return undefined;
  return `"${url.slice(0, 80)}" must be an address (https://… or mailto:…) or the merge tag of your sending service.`;
}

/** A merge tag that the sending service replaces by an address. */
function isValueTag(text: string): boolean {
  return isMergeTag(text) && (isOutputTag(text) || text.startsWith('<%'));
}

function isPage(url: string): boolean {
  const parsed = URL.parse(url);
  if (parsed === null || /\s/.test(url)) return false;
  return /^https?:$/.test(parsed.protocol) && parsed.username === '' && parsed.password === '';
}

function isMailto(url: string): boolean {
  return /^mailto:[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]{2,}$/i.test(url);
}
