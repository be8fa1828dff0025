import { type Static, Type } from '@sinclair/typebox';
import { SOCIAL_PLATFORMS } from '../../mail/model/index.ts';
import { formatColor, parseColor } from '../../mail/parse/color.ts';
import { isMergeTag, isOutputTag } from '../../mail/parse/merge-tag-meaning.ts';
import { type FieldErrors, validationFailed } from '../../platform/errors.ts';
import { parseInput } from '../../platform/json/input.ts';
import type { TenantContext } from '../../platform/operation.ts';
import { selectBrands } from './queries.ts';

const text = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength, description }));

const color = (description: string) => text(100, description);

const address = (description: string) => text(2000, description);

const BrandColors = Type.Object({
  primary: color('Buttons and bands.'),
  secondary: color('Small accents.'),
  background: color('Behind the mail.'),
  text: color('Text.'),
});

const SocialLink = Type.Object({
  platform: Type.Unsafe<(typeof SOCIAL_PLATFORMS)[number]>(
    Type.Union(SOCIAL_PLATFORMS.map((platform) => Type.Literal(platform))),
  ),
  url: Type.String({ minLength: 1, maxLength: 2000 }),
});

/** Fields of a brand, all optional. Colors are CSS colors, stored as #rrggbb. */
const brandFields = {
  colors: Type.Optional(BrandColors),
  font: text(200, 'CSS font family, such as Georgia.'),
  logo_url: address('PNG, JPEG or GIF.'),
  logo_alt: text(125, 'Text for readers who do not see the logo; the company’s name otherwise.'),
  tone_of_voice: text(2000, 'How the brand speaks, for those who write its mails.'),
  footer_text: text(1000, 'Legal line of the footer.'),
  company_name: text(200, 'Sender of the mails.'),
  postal_address: text(500, 'Marketing mails have to name it.'),
  website_url: address('Home page.'),
  unsubscribe_url: address('URL, mailto: or merge tag.'),
  social: Type.Optional(Type.Array(SocialLink, { maxItems: 10, description: 'Profiles, in order.' })),
};

/** Design and tone of voice of the mails of a project or a tenant. Empty object: nothing is set. */
export const Brand = Type.Object(brandFields, {
  description: 'How mails look and speak: colors, font, logo, tone of voice, footer. Empty: nothing is set.',
  // Agents understand the values by themselves; schemas of all fields would cost tokens in every session.
  'x-tool-schema': { type: 'object' },
});
export type Brand = Static<typeof Brand>;

type Nullable<T> = { [Key in keyof T]?: T[Key] | null };

/** A change of a brand: given fields replace present ones, null removes a field. */
export type BrandChange = Nullable<Omit<Brand, 'colors'>> & {
  colors?: Nullable<NonNullable<Brand['colors']>> | null;
};

/** Accepts any object: the changed brand is validated as a whole, so that messages name the field of the brand. */
export const BrandChange = Type.Unsafe<BrandChange>(
  Type.Object(
    {},
    {
      additionalProperties: true,
      description: 'Given fields replace the present ones, null removes a field.',
    },
  ),
);

/** A whole brand, validated by `checkBrand`, so that messages name its fields. */
export const BrandInput = Type.Unsafe<object>(Type.Object({}, { additionalProperties: true }));

const Whole = Type.Object({ brand: Brand });

/** Picture formats that some mail clients do not show. */
const UNSHOWN_PICTURE = /\.(svgz?|webp|avif|heic|bmp|tiff?|pdf)(?:[?#]|$)/i;

/**
 * Validates a brand: known fields, limited texts, opaque colors (returned as #rrggbb), complete addresses.
 * Throws `validation_failed` with every wrong field.
 * @param change the requested change; it must not remove unknown fields either
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
  const { colors, social } = change as { colors?: object | null; social?: object[] | null };
  const links = (social ?? []).map((link, index) =>
    unknownIn(link, Object.keys(SocialLink.properties), `brand.social.${index}`),
  );
  return {
    ...Object.assign({}, ...links),
    ...unknownIn(change, Object.keys(brandFields), 'brand'),
    ...unknownIn(colors ?? {}, Object.keys(brandFields.colors.properties), 'brand.colors'),
  };
}

function unknownIn(given: object, known: readonly string[], path: string): FieldErrors {
  const unknown = Object.keys(given).filter((name) => !known.includes(name));
  return Object.fromEntries(
    unknown.map((name) => [`${path}.${name}`, [`is not a field. The fields are: ${known.join(', ')}.`]]),
  );
}

function findColorFaults({ colors = {} }: Brand): FieldErrors {
  const wrong = Object.entries(colors).filter(([, css]) => toHex(css) === undefined);
  return Object.fromEntries(
    wrong.map(([name, css]) => [
      `brand.colors.${name}`,
      [`"${css}" must be an opaque CSS color, such as #1a73e8.`],
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
    [
      'brand.unsubscribe_url',
      unsubscribe_url === undefined ? undefined : findUnsubscribeFault(unsubscribe_url),
    ],
    ...social.map(({ platform, url }, index): [string, string | undefined] => [
      `brand.social.${index}.url`,
      platform === 'email' && isMailto(url) ? undefined : findPageFault(url),
    ]),
  ];
  return Object.fromEntries(faults.flatMap(([field, message]) => (message ? [[field, [message]]] : [])));
}

function findPageFault(url: string): string | undefined {
  if (isPage(url)) return undefined;
  return `"${url.slice(0, 80)}" must be a complete address, such as https://www.company.com.`;
}

function findPictureFault(url: string): string | undefined {
  const format = UNSHOWN_PICTURE.exec(url)?.[1];
  if (format === undefined) return findPageFault(url);
  return `must be a PNG, JPEG or GIF: many mail clients show no ${format.toUpperCase()}.`;
}

function findUnsubscribeFault(url: string): string | undefined {
  if (isPage(url) || isMailto(url) || isValueTag(url.trim())) return undefined;
  return `"${url.slice(0, 80)}" must be an address (https://… or mailto:…) or the merge tag of your sending service.`;
}

/** Whether a text is a merge tag that the sending service replaces by an address. */
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

/** The brand of the scope's tenant: its own fields, and those of its project for the others. Empty if nothing is set. */
export async function readBrand(context: TenantContext): Promise<Brand> {
  const { project, tenant } = await selectBrands(context.scope, context.deps.db.reader);
  return mergeBrands(parseBrand(project), parseBrand(tenant));
}

/** A tenant's brand, completed with the fields of its project's brand. Colors are merged one by one. */
export function mergeBrands(project: Brand, tenant: Brand): Brand {
  const colors = { ...project.colors, ...tenant.colors };
  return { ...project, ...tenant, ...(Object.keys(colors).length > 0 && { colors }) };
}

/** Parses a stored brand: JSON that was validated when it was set, or null. */
export function parseBrand(stored: string | null): Brand {
  return stored === null ? {} : (JSON.parse(stored) as Brand);
}

/** The order of fields in a stored brand, so that equal brands are equal texts. */
const FIELD_ORDER = [brandFields, BrandColors.properties, SocialLink.properties].flatMap(Object.keys);

/** A brand as it is stored; null if nothing is set. */
export function storeBrand(brand: Brand): string | null {
  return Object.keys(brand).length === 0 ? null : JSON.stringify(brand, FIELD_ORDER);
}
