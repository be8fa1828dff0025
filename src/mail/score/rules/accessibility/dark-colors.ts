import { contrast, invertLightness, isLight, mirrorColor, readHex } from '../../../parse/color.ts';
/** Contrast of a text in dark mode, by the two kinds of mail clients. */
export interface DarkContrast {
  /** Where our own dark style is taken (Apple Mail, Outlook apps): light backdrops and what is on them are mirrored. */
  declared: number;
  /** Where the client ignores it and turns the lightness of all colors around. */
  inverted: number;
}

/**
 * @param page opaque #rrggbb behind the mail: dark mails are left alone by our own style
 */
export function contrastInDark(color: string, background: string, page: string): DarkContrast {
  const text = readHex(color);
  const behind = readHex(background);
  const isMirrored = isLight(readHex(page)) && isLight(behind);
  return {
    declared: isMirrored ? contrast(mirrorColor(text), mirrorColor(behind)) : contrast(text, behind),
    inverted: contrast(invertLightness(text), invertLightness(behind)),
  };
}
