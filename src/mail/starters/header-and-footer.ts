import { escapeText } from '../parse/escape.ts';
import { type BlockInput, link, paragraph, rich, row, space, strong } from './blocks.ts';
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

/**
 * Logo or name of the sender; a little room when neither is known.
 * @param inset pixels from the edge of the mail, for texts that are not centered
 */
export function header({ brand, name, palette }: DesignContext, align: Align, inset = INSET): BlockInput {
  const side = align === 'left' ? inset : 24;
  const sender = brand.company_name ?? name;
  const look = { above: 28, below: 20, margin: { side: 0 } };
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
    return row([[logo]], look);
  }
  if (sender === undefined) return row([[space(28)]], { above: 0, below: 0 });
  const words = `<span style="font-size:18px">${strong(sender)}</span>`;
  return row([[rich(paragraph(words, { align, color: palette.text }), { gap: 0, side })]], look);
}

/** Sender, reason for the mail and unsubscribe link. Stands on the page, below the mail itself. */
export function footer(context: DesignContext, wanted: Align, inset = INSET): BlockInput {
  const { brand, words, palette, kind, tags, unsubscribeUrl } = context;
  const isLong = (brand.footer_text?.length ?? 0) > LONG;
  const align = isLong ? 'left' : wanted;
  const side = align === 'left' ? inset : 24;
  const small = { align, color: palette.muted, size: SMALL };
  const line = (html: string) => paragraph(html, small);
  const online = tags.find('viewOnline');
  const links = [
    ...(unsubscribeUrl === undefined ? [] : [link(words.footer.unsubscribe, unsubscribeUrl, palette.muted)]),
    ...(online === undefined ? [] : [link(words.footer.viewOnline, online, palette.muted)]),
    ...(brand.website_url === undefined
      ? []
      : [link(showUrl(brand.website_url), brand.website_url, palette.muted)]),
  ];
  const sender = addressOf(context);
  const lines = [
    line(escapeText(say(context, words.footer[kind]))),
    ...(sender === '' ? [] : [line(sender)]),
    ...(brand.footer_text === undefined ? [] : [line(withBreaks(brand.footer_text))]),
    ...(links.length === 0 ? [] : [line(links.join(' &nbsp; '))]),
  ];
  return row([[...social(context, align, side), rich(lines.join(''), { gap: 0, side })]], {
    above: 28,
    below: 40,
    margin: { side: 0 },
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

function social({ brand }: DesignContext, align: Align, side: number): BlockInput[] {
  if (brand.social === undefined || brand.social.length === 0) return [];
  return [
    {
      type: 'social',
      icons: brand.social.map(({ platform, url }) => ({ platform, url })),
      iconStyle: 'circle',
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
  const { palette, words } = context;
  const title = paragraph(strong(words.labels.details), { color: palette.muted, size: SMALL });
  const list = rich(title + lines.map((line) => paragraph(line)).join(''), { gap: 0 });
  return [
    row([[list]], { background: palette.sheet, above: 24, below: 24, radius: 12, margin: { above: 12 } }),
  ];
}
