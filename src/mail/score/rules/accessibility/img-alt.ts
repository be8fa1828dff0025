import type { ContentOperations } from '../../../model/index.ts';
import { changeBlock, editStartTag, setAttribute } from '../../fix.ts';
import type { Mail, MailImage } from '../../mail/mail.ts';
import { quote } from '../../quote.ts';
import type { Rule } from '../../rule.ts';

/**
 * Images without alternative text that are not marked as decorative (WCAG 2.2, 1.1.1). Checked on blocks, because the
 * renderer gives every image an alt. In HTML an empty alt means "decorative", a missing one does not.
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
  // Linked images have a rule of their own. Images that the service draws have texts.
  if (isDecorative || href !== undefined) return false;
  if (kind === 'image') return alt?.trim() === '';
  if (kind !== 'html' || isPixel(image)) return false;
  return alt === undefined || (alt !== '' && alt.trim() === '');
}

/** Marks an image as decorative, so that screen readers skip it. */
export function markDecorative(mail: Mail, { element, blockId }: MailImage): ContentOperations | undefined {
  if (element === undefined) return changeBlock(blockId, { decorative: true });
  return editStartTag(mail, element, (tag) => setAttribute(tag, 'alt', ''));
}

/** The file name of an image without folders, query and extension; '' when a merge tag hides it. */
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
