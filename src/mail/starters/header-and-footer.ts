import { escapeText } from '../parse/escape.ts';
import { type BlockInput, link, paragraph, rich, row, rule, space, strong } from './blocks.ts';
import { type DesignContext, say } from './design.ts';
import { showUrl } from './facts/facts.ts';
import { PLACEHOLDER_TAGS } from './tags.ts';

type Align = 'left' | 'center';

const LOGO_WIDTH = 140;
/** Small print: the scores accept this size. */
const SMALL = 14;
/** Longer texts are not centered: the eye would look for the beginning of each line. */
const LONG = 200;

/** Where texts on sheets begin, so that header and footer stand in one line with them. */
const INSET = 44;

/** Size of the name by family: bold letters of 20 pixels and more would look like a heading. */
const NAME_SIZE = { editorial: 24, product: 19, bold: 19 } as const;

/**
 * Logo or name of the sender; a little room when neither is known. A logo stands on the page, where it can be seen
 * whatever its colors; a name stands on the band of the bold family.
 * @param inset pixels from the edge of the mail, for texts that are not centered
 */
export function header(
  { brand, name, palette, family }: DesignContext,
  align: Align,
  inset = INSET,
): BlockInput {
  const side = align === 'left' ? inset : 24;
  const sender = brand.company_name ?? name;
  const isOnBand = family.name === 'bold' && brand.logo_url === undefined;
  const look = {
    above: 28,
    below: 20,
    margin: { side: 0 },
    ...(isOnBand && { background: palette.band.fill }),
  };
  const line = family.name === 'editorial' ? [rule(palette.line, { above: 24, gap: 0, side: 20 })] : [];
  if (brand.logo_url !== undefined) {
    const logo = {
      type: 'image',
      src: brand.logo_url,
      alt: brand.logo_alt ?? sender ?? 'Logo',
      width: LOGO_WIDTH,
      align,
      ...(brand.website_url && { linkUrl: brand.website_url }),
      styles: { padding: { top: 0, right: side, bottom: 0, left: side } },
    };
    return row([[logo, ...line]], look);
  }
  if (sender === undefined) return row([[space(28)]], { ...look, above: 0, below: 0 });
  const color = isOnBand ? palette.band.text : palette.text;
  const words = `<span style="font-size:${NAME_SIZE[family.name]}px">${family.name === 'editorial' ? escapeText(sender) : strong(sender)}</span>`;
  return row([[rich(paragraph(words, { align, color }), { gap: 0, side }), ...line]], look);
}

/** Sender, reason for the mail and unsubscribe link. Stands below the mail itself: on the page, or on a dark end. */
export function footer(context: DesignContext, wanted: Align, inset = INSET): BlockInput {
  const { brand, words, palette, family, kind, tags, unsubscribeUrl } = context;
  const isLong = (brand.footer_text?.length ?? 0) > LONG;
  const align = isLong ? 'left' : wanted;
  const side = align === 'left' ? inset : 24;
  const isDark = family.name === 'bold';
  const color = isDark ? palette.night.muted : palette.muted;
  const line = (html: string) => paragraph(html, { align, color, size: SMALL });
  const online = tags.find('viewOnline');
  const links = [
    ...(unsubscribeUrl === undefined ? [] : [link(words.footer.unsubscribe, unsubscribeUrl, color)]),
    ...(online === undefined ? [] : [link(words.footer.viewOnline, online, color)]),
    ...(brand.website_url === undefined ? [] : [link(showUrl(brand.website_url), brand.website_url, color)]),
  ];
  const sender = addressOf(context);
  const lines = [
    line(escapeText(say(context, words.footer[kind]))),
    ...(sender === '' ? [] : [line(sender)]),
    ...(brand.footer_text === undefined ? [] : [line(withBreaks(brand.footer_text))]),
    ...(links.length === 0 ? [] : [line(links.join(' &nbsp; '))]),
  ];
  const above = family.name === 'editorial' ? [rule(palette.line, { gap: 28, side: 20 })] : [];
  return row([[...above, ...social(context, align, side), rich(lines.join(''), { gap: 0, side })]], {
    above: 28,
    below: 40,
    margin: { side: 0 },
    ...(isDark && { background: palette.night.fill }),
  });
}

function addressOf({ brand, kind, tags, name }: DesignContext): string {
  const company = brand.company_name ?? name;
  const address = brand.postal_address ?? addressTag(kind, tags);
  const parts = [...(company ? [strong(company)] : []), ...(address ? [withBreaks(address)] : [])];
  return parts.join('<br>');
}

/** Transactional mails need no address; one that is offered does no harm. */
function addressTag(kind: DesignContext['kind'], tags: DesignContext['tags']): string | undefined {
  return (
    tags.find('address') ?? (kind === 'marketing' && !tags.isKnown ? PLACEHOLDER_TAGS.address : undefined)
  );
}

function withBreaks(plain: string): string {
  return plain
    .split(/(?<!\s)\s*\n\s*/)
    .map((part) => escapeText(part.trim()))
    .join('<br>');
}

function social({ brand, family }: DesignContext, align: Align, side: number): BlockInput[] {
  if (brand.social === undefined || brand.social.length === 0) return [];
  return [
    {
      type: 'social',
      icons: brand.social.map(({ platform, url }) => ({ platform, url })),
      iconStyle: family.name === 'bold' ? 'outlined' : 'circle',
      iconSize: 'small',
      spacing: 12,
      align,
      styles: { padding: { top: 0, right: side, bottom: 20, left: side } },
    },
  ];
}

/** A panel with the facts the design has no place for. */
export function details(context: DesignContext, lines: readonly string[]): BlockInput[] {
  if (lines.length === 0) return [];
  const { palette, family, words } = context;
  const title = paragraph(strong(words.labels.details), { color: palette.muted, size: SMALL });
  const list = rich(title + lines.map((line) => paragraph(line)).join(''), { gap: 0 });
  const margin = family.name === 'bold' ? { side: 0 } : { above: 12 };
  return [row([[list]], { background: palette.sheet, above: 24, below: 24, margin })];
}
