import type { MailImage } from '../../mail/mail.ts';
import { quote } from '../../quote.ts';
import type { Rule, RuleFinding } from '../../rule.ts';

/** Images in html blocks without a width: Outlook for Windows shows them in the size of the file. */
export const imageDimsRule: Rule = {
  id: 'best.image-dims',
  area: 'bestPractices',
  check({ images }) {
    return images.filter(({ kind, width }) => kind === 'html' && width === undefined).map(describeWidth);
  },
};

function describeWidth({ blockId, src }: MailImage): RuleFinding {
  return {
    severity: 'medium',
    blockId,
    message: `The picture ${quote(src)} has no width; Outlook for Windows shows it in the size of its file.`,
    suggestion: 'Add the attribute width with the number of pixels it is to have.',
  };
}

/** Not measured: file size and sharpness need the file. */
export const imageWeightRule: Rule = {
  id: 'best.image-weight',
  area: 'bestPractices',
  check({ images }) {
    if (!images.some(({ src }) => src !== '')) return [];
    return { notMeasured: 'The files of pictures are not looked at.' };
  },
};

/** Formats that some clients do not show; from general knowledge, checked for SVG, WebP and AVIF with Can I email. */
const FORMATS: Readonly<Record<string, { name: string; where: string }>> = {
  svg: { name: 'SVG', where: 'Gmail in the browser and Outlook for Windows do not show' },
  webp: { name: 'WebP', where: 'Outlook for Windows does not show' },
  avif: { name: 'AVIF', where: 'Outlook for Windows and older phones do not show' },
  heic: { name: 'HEIC', where: 'only Apple’s programs show' },
  bmp: { name: 'BMP', where: 'phones load slowly and some clients do not show' },
  tiff: { name: 'TIFF', where: 'most clients do not show' },
};

/** Pictures in formats that some mail clients do not show. */
export const imageFormatRule: Rule = {
  id: 'best.image-format',
  area: 'bestPractices',
  check({ images }) {
    return images.flatMap((image) => {
      // The service converts posters to a supported format.
      const format = image.kind === 'video' ? undefined : formatOf(image.src);
      return format === undefined ? [] : [describeFormat(image, format)];
    });
  },
};

function formatOf(src: string) {
  const inline = /^\s*data:image\/([a-z]+)/i.exec(src)?.[1];
  const extension = /\.([a-z]{3,4})(?:[?#]|$)/i.exec(src.trim())?.[1];
  const name = (inline ?? extension ?? '').toLowerCase();
  return Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined;
}

function describeFormat(
  { blockId, src }: MailImage,
  { name, where }: { name: string; where: string },
): RuleFinding {
  return {
    severity: 'medium',
    blockId,
    message: `The picture ${quote(src)} is ${name}, which ${where}.`,
    suggestion: 'Use a PNG, JPEG or GIF instead.',
  };
}
