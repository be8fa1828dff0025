import type { MailImage } from '../../mail/mail.ts';

/** The name of a picture's file, without folders, query and ending; '' when a merge tag hides it. */
export function fileNameOf(src: string): string {
  const path = src.split(/[?#]/, 1)[0] ?? '';
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.replace(/\.[a-z0-9]{2,5}$/i, '').toLowerCase();
}

/** Names of files that are lines, gaps and shadows. */
const DECORATION =
  /(?:^|[-_.\d])(?:spacer|divider|separator|border|shadow|blank|transparent|pixel|1x1|hr|line|dots?|corner|gradient)(?:$|[-_.\d])/i;

/** Whether a picture is certainly mere decoration: a line or a gap by its name and size, or a counting pixel. */
export function isPlainlyDecorative({ src, width, height, href }: MailImage): boolean {
  if (href !== undefined) return false;
  if (isPixel({ width, height })) return true;
  return DECORATION.test(fileNameOf(src));
}

/** A picture nobody sees, which counts who opened the mail. */
export function isPixel({ width, height }: Pick<MailImage, 'width' | 'height'>): boolean {
  return width !== undefined && height !== undefined && width <= 2 && height <= 2;
}
