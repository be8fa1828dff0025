/** Formats of mails that can be imported. A separate file, because the server loads nothing else of the importers. */

/** Editors whose designs are JSON, and Stripo, whose plugin exports HTML and CSS. */
export const DESIGN_EDITORS = {
  beefree: 'Beefree',
  unlayer: 'Unlayer',
  chamaileon: 'Chamaileon',
  'easy-email': 'EasyEmail',
  'email-builder': 'EmailBuilder',
  grapesjs: 'GrapesJS',
  stripo: 'Stripo',
} as const;

/** The editor of a design; `design`: the editor is found by the fields of the design. */
export type DesignFormat = keyof typeof DESIGN_EDITORS | 'design';

export function isDesignFormat(format: string): format is DesignFormat {
  return format === 'design' || Object.hasOwn(DESIGN_EDITORS, format);
}

/** The size of a picture file in pixels. */
export interface PictureSize {
  width: number;
  height: number;
}

/** A mail to import. */
export interface ImportInput {
  /** `eml`: a mail as mail programs save it; `zip`: an archive as base64. A worker reads the mail in them first. */
  format: 'mjml' | 'html' | 'eml' | 'zip' | DesignFormat;
  /** The text of the source; a design may also come as the object it was parsed to. */
  body: unknown;
  /** `base64`: the body holds bytes, whose charset is found. */
  encoding?: 'base64' | undefined;
  /** Texts of the files an MJML source includes, by their paths. */
  includes?: Readonly<Record<string, string>> | undefined;
  /** The address of the page, by which relative addresses in it are completed. */
  base?: string | undefined;
  /** Sizes of pictures that the source gives no width, by address as written. */
  pictureSizes?: Readonly<Record<string, PictureSize>> | undefined;
}

/** A mail with its pictures by the addresses in it. */
export interface PicturedMail {
  input: Pick<ImportInput, 'format' | 'body' | 'includes'>;
  pictureAt(address: string): { type: string; bytes: Buffer } | undefined;
}
