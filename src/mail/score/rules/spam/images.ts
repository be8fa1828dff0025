import { derive, type Mail, type MailImage, type MailText } from '../../mail/mail.ts';
import { isVisible } from '../../mail/styles.ts';
import type { Rule } from '../../rule.ts';

/** Mails with fewer bytes of text, and hardly any above the footer, may hide their words in an image. */
const FEW_BYTES = 400;
/** Bytes of text above the footer: the shortest transactional mails have more. */
const HARDLY_ANY_BYTES = 80;
const SOME_BYTES = 1200;
/** Area in pixels of a banner of 600 × 80. Smaller images, such as a logo, do not count. */
const BANNER_AREA = 48_000;
/** Height of an image of unknown height, as a share of its width. */
const USUAL_RATIO = 0.5;
/** Pixels a mail is wide. */
const USUAL_WIDTH = 600;
/** Area of a letter as a share of the square of its size: half as wide, with a line height of 1.5. */
const LETTER_AREA = 0.75;
/** How addresses and alternative texts name logos. */
const LOGO = /\blogo|logo\b|[-_/]logo|wordmark/i;
/** Pixels above and below a block of text. */
const BLOCK_SPACE = 20;

/**
 * Images with hardly any text. SpamAssassin's HTML_IMAGE_ONLY_04 (1.7 points) counts bytes of markup, of which every
 * generated mail has more than its 400; this rule counts bytes of text. Logos and images of their size do not count.
 */
export const imageOnlyRule: Rule = {
  id: 'spam.image-only',
  area: 'spam',
  check(mail) {
    const { area, largest, textBytes, isWordless } = derive(mail, measure);
    if (largest === undefined || !isWordless || area < BANNER_AREA) return [];
    return [
      {
        severity: 'high',
        blockId: largest.blockId,
        message: `The mail is pictures and only ${textBytes} bytes of text.`,
        suggestion: 'Say what the pictures say in text blocks too, in some sentences at least.',
        points: 2.5,
      },
    ];
  },
};

/**
 * More image than text. SpamAssassin counts bytes only (HTML_IMAGE_ONLY_08 and _12) and so hits legitimate mails; here
 * images must also take more room than the text.
 */
export const imageHeavyRule: Rule = {
  id: 'spam.image-heavy',
  area: 'spam',
  check(mail) {
    const { area, largest, textBytes, isWordless } = derive(mail, measure);
    if (largest === undefined || isWordless || textBytes > SOME_BYTES || area < BANNER_AREA) return [];
    const share = area / (area + textArea(mail));
    if (share <= 0.5) return [];
    return [
      {
        severity: 'medium',
        blockId: largest.blockId,
        message: `Pictures take about ${Math.floor(share * 100)} % of the mail, beside ${textBytes} bytes of text.`,
        suggestion: 'Add text, or make pictures smaller or fewer.',
        points: 0.4,
      },
    ];
  },
};

/**
 * A linked image with hardly any text. SpamAssassin's HTML_SHORT_LINK_IMG_1 to _3 (2.2 to 0.7 points) require less than
 * 2,048 bytes of markup, which generated mails exceed; this rule counts bytes of text, as image-only does.
 */
export const shortLinkedImageRule: Rule = {
  id: 'spam.short-linked-image',
  area: 'spam',
  check(mail) {
    const { area, largest, isWordless } = derive(mail, measure);
    if (largest?.href === undefined || !isWordless || area < BANNER_AREA) return [];
    return [
      {
        severity: 'high',
        blockId: largest.blockId,
        message: 'The main thing in the mail is a picture that is a link.',
        suggestion: 'Put the offer in words and let a button be the link.',
        points: 1.5,
      },
    ];
  },
};

interface Measures {
  /** Pixels of all pictures. */
  area: number;
  largest: MailImage | undefined;
  /** Bytes of visible text; hidden text does not count. */
  textBytes: number;
  /** Whether the mail has hardly any words beside its pictures. */
  isWordless: boolean;
}

function measure(mail: Mail): Measures {
  const textBytes = countReadableBytes(mail.texts);
  const bodyBytes = countReadableBytes(mail.texts.filter(({ isFooter }) => !isFooter));
  const isWordless = textBytes < FEW_BYTES && bodyBytes < HARDLY_ANY_BYTES;
  return { ...measurePictures(mail), textBytes, isWordless };
}

function countReadableBytes(texts: readonly MailText[]): number {
  const shown = texts.filter(({ role }) => role !== 'alt' && role !== 'label');
  const runs = shown.flatMap((text) => text.runs);
  return runs.filter(isVisible).reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
}

function measurePictures({ images, width }: Mail): Pick<Measures, 'area' | 'largest'> {
  const pictures = images.filter(
    (image) => image.kind !== 'social' && image.kind !== 'countdown' && !isLogo(image),
  );
  const area = pictures.reduce((sum, picture) => sum + areaOf(picture, width), 0);
  const largest = pictures.reduce<MailImage | undefined>(
    (most, picture) => (most === undefined || areaOf(picture, width) > areaOf(most, width) ? picture : most),
    undefined,
  );
  return { area, largest };
}

/** A logo is often imported without a size, and would count as wide as the mail. */
function isLogo({ src, alt, width, height }: MailImage): boolean {
  const isUnknown = width === undefined || height === undefined;
  return isUnknown && (LOGO.test(src) || LOGO.test(alt ?? ''));
}

/** Pixels the text takes, with the space around its blocks. */
function textArea({ texts }: Mail): number {
  const seen = texts.filter(({ role }) => role !== 'alt' && role !== 'label');
  const letters = seen.reduce(
    (sum, { text, fontSize }) => sum + text.length * fontSize ** 2 * LETTER_AREA,
    0,
  );
  return letters + new Set(seen.map(({ blockId }) => blockId)).size * BLOCK_SPACE * USUAL_WIDTH;
}

/** Area of an image, scaled to a mail of the usual width. */
function areaOf({ width, height }: MailImage, mailWidth: number): number {
  const known = width ?? (height === undefined ? 0 : height / USUAL_RATIO);
  const wide = Math.min(known * Math.max(USUAL_WIDTH / Math.max(mailWidth, 1), 1), USUAL_WIDTH);
  const ratio = known > 0 && height !== undefined ? height / known : USUAL_RATIO;
  return wide * wide * ratio;
}
