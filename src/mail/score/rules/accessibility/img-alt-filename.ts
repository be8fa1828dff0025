import type { MailImage } from '../../mail/mail.ts';
import { quote } from '../../quote.ts';
import type { Rule } from '../../rule.ts';
import { fileNameOf } from './img-alt.ts';

const ENDING = /\.(?:png|jpe?g|gif|webp|svg|avif|bmp|tiff?|heic)$/i;
/** Names that cameras, phones and programs give to images. */
const MACHINE_NAME =
  /^(?:(?:img|image|dsc[fn]?|dscn|pict?|picture|photo|screen ?shot|screenshot|scan|untitled|unnamed|bild|foto|imagen?|immagine|imagem|afbeelding)[-_ ]?\(?\d[\d\-_ .:()x]*|p\d{7,}|pxl_\d.*|\d{6}[-_\d]*|[0-9a-f]{16,}|untitled|unnamed)$/i;

/** Alternative texts that are file names (WCAG 2.2, 1.1.1; failure F30). */
export const imgAltFilenameRule: Rule = {
  id: 'a11y.img-alt-filename',
  area: 'accessibility',
  check(mail) {
    return mail.images
      .filter((image) => !image.isDecorative && isFileName(image))
      .map(({ blockId, alt }) => ({
        severity: 'medium',
        blockId,
        message: `The alternative text ${quote(alt ?? '', 40)} is the name of a file.`,
        suggestion: 'Say what the picture tells instead.',
      }));
  },
};

function isFileName({ alt, src, kind }: MailImage): boolean {
  const text = alt?.trim() ?? '';
  if (text === '' || kind === 'social' || kind === 'countdown') return false;
  if (ENDING.test(text) || MACHINE_NAME.test(text)) return true;
  // "logo" may also be a description; "hero-banner_2" may not.
  return text.toLowerCase() === fileNameOf(src) && /[-_]/.test(text) && !/\s/.test(text);
}
