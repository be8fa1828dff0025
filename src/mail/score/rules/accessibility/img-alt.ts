import type { ContentOperations } from '../../../model/index.ts';
import { changeBlock, editStartTag, setAttribute } from '../../fix.ts';
import type { Mail, MailImage } from '../../mail/mail.ts';
import { quote } from '../../quote.ts';
import type { Rule } from '../../rule.ts';

/**
 * Pictures without alternative text that do not say they are decoration (WCAG 2.2, 1.1.1). Judged by block: rendered,
 * every picture has an alt, perhaps an empty one. In HTML an empty alt says "decoration", a missing one nothing.
 */
export const imgAltRule: Rule = {
  id: 'a11y.img-alt',
  area: 'accessibility',
  check(mail) {
    return mail.images.filter(lacksAlt).map((image) => {
      const fix = isPlainlyDecorative(image) ? markDecorative(mail, image) : undefined;
      const name = fileNameOf(image.src);
      return {
        severity: 'high',
        blockId: image.blockId,
        message: `The picture${name === '' ? '' : ` ${quote(name, 40)}`} has no alternative text and is not marked as decorative.`,
        suggestion: fix
          ? 'Mark it as decorative.'
          : 'Say in alt what the picture tells, or mark it as decorative when it tells nothing.',
        ...(fix && { fix, fixNeedsTrial: true }),
      };
    });
  },
};

function lacksAlt(image: MailImage): boolean {
  const { kind, alt, isDecorative, href } = image;
  // A link without a name is a finding of its own; the pictures we draw have texts.
  if (isDecorative || href !== undefined) return false;
  if (kind === 'image') return alt?.trim() === '';
  if (kind !== 'html' || isPixel(image)) return false;
  return alt === undefined || (alt !== '' && alt.trim() === '');
}

/** Tells screen readers to skip a picture. */
export function markDecorative(mail: Mail, { element, blockId }: MailImage): ContentOperations | undefined {
  if (element === undefined) return changeBlock(blockId, { decorative: true });
  return editStartTag(mail, element, (tag) => setAttribute(tag, 'alt', ''));
}

/** The name of a picture's file, without folders, query and ending; '' when a merge tag hides it. */
export function fileNameOf(src: string): string {
  const path = src.split(/[?#]/, 1)[0] ?? '';
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.replace(/\.[a-z0-9]{2,5}$/i, '').toLowerCase();
}

/** File names of lines, gaps and shadows. */
const DECORATION =
  /(?:^|[-_.\d])(?:spacer|divider|separator|border|shadow|blank|transparent|pixel|1x1|hr|line|dots?|corner|gradient)(?:$|[-_.\d])/i;

/** Whether a picture is certainly decoration: a line or a gap by its file name, or a tracking pixel. */
function isPlainlyDecorative({ src, width, height, href }: MailImage): boolean {
  if (href !== undefined) return false;
  if (isPixel({ width, height })) return true;
  return DECORATION.test(fileNameOf(src));
}

/** Whether a picture is a tracking pixel, which counts opened mails. */
function isPixel({ width, height }: Pick<MailImage, 'width' | 'height'>): boolean {
  return width !== undefined && height !== undefined && width <= 2 && height <= 2;
}
