import { type Static, Type } from '@sinclair/typebox';
import { SOCIAL_PLATFORMS } from '../../mail/model/index.ts';

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

/** Fields of a brand; what is not known is left out. Colors are CSS colors, kept as #rrggbb. */
export const brandFields = {
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

/** How the mails of a project look and speak. An empty object: nothing is known. */
export const Brand = Type.Object(brandFields, {
  description: 'How mails look and speak: colors, font, logo, tone of voice, footer. Empty: nothing is set.',
  // Agents read the values, which speak for themselves; the schema of each would cost every session tokens.
  'x-tool-schema': { type: 'object' },
});
export type Brand = Static<typeof Brand>;

type Nullable<T> = { [Key in keyof T]?: T[Key] | null };

/** A change of a brand: fields that are given replace those there are, null takes one away. */
export type BrandChange = Nullable<Omit<Brand, 'colors'>> & {
  colors?: Nullable<NonNullable<Brand['colors']>> | null;
};

/** Anything goes here: what comes of the change is checked as a whole, so that messages name the field of the brand. */
export const BrandChange = Type.Unsafe<BrandChange>(
  Type.Object({}, { additionalProperties: true, description: 'Given fields replace, null takes away.' }),
);
