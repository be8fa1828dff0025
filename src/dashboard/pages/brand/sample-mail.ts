import type { Output } from '../../data/operations.ts';
import { BRAND } from '../../texts/brand.ts';

const T = BRAND.sample;

type Brand = Output<'getBrand'>['brand'];

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** A mail that shows every field of a brand. */
export function makeSampleMail(brand: Brand) {
  const { colors = {}, social = [] } = brand;
  const field = (name: Exclude<keyof Brand, 'colors' | 'social'>) => brand[name] ?? '';
  const company = field('company_name') || T.company;
  const text = colors.text ?? '#1f2933';
  const primary = colors.primary ?? '#1f2933';
  const paragraph = (id: string, html: string, size = 16) => ({
    ...{ id, type: 'paragraph', content: `<p style="font-size: ${size}px">${html}</p>`, color: text },
  });
  const footer = [field('footer_text'), field('postal_address') || T.address].filter((line) => line !== '');
  const logo =
    field('logo_url') === ''
      ? { id: 'logo', type: 'title', level: 2, content: `<p>${escapeText(company)}</p>`, color: primary }
      : { id: 'logo', type: 'image', src: field('logo_url'), alt: field('logo_alt') || company, width: 160 };
  return {
    blocks: [
      logo,
      { id: 'line', type: 'divider', color: colors.secondary ?? primary, thickness: 2 },
      { id: 'heading', type: 'title', level: 1, content: `<p>${T.heading}</p>`, color: text },
      paragraph(
        'text',
        `${T.text} <a href="${escapeText(field('website_url') || 'https://example.com')}">${T.link}</a>`,
      ),
      {
        ...{
          id: 'button',
          type: 'button',
          text: T.button,
          url: field('website_url') || 'https://example.com',
        },
        ...{ backgroundColor: primary, textColor: readableOn(primary) },
      },
      ...(social.length === 0
        ? []
        : [{ id: 'social', type: 'social', icons: social.map((one, i) => ({ id: `icon-${i}`, ...one })) }]),
      paragraph('footer', `${footer.map(escapeText).join('<br>')}<br>${T.unsubscribe}`, 12),
    ],
    settings: {
      ...{ width: 600, backgroundColor: colors.background ?? '#ffffff', textColor: text },
      ...(field('font') !== '' && { fontFamily: field('font') }),
      preheaderText: T.preheader,
    },
  };
}

/** Black on light colors, else white. Colors that are not `#rrggbb` count as dark. */
function readableOn(color: string): string {
  const [, red = '00', green = '00', blue = '00'] = /^#(..)(..)(..)$/.exec(color) ?? [];
  const light = [red, green, blue].map((hex) => Number.parseInt(hex, 16) / 255);
  const luminance = 0.2126 * (light[0] ?? 0) + 0.7152 * (light[1] ?? 0) + 0.0722 * (light[2] ?? 0);
  return luminance > 0.55 ? '#000000' : '#ffffff';
}
