/** A mail to draw. */
export interface DrawJob {
  kind: 'draw';
  /** JSON of a content. */
  content: string;
  layout: 'desktop' | 'phone';
  isDark: boolean;
  /** Pixels of the picture. It is cut off below the greatest height. */
  width: number;
  maxHeight: number;
  /** Files of pictures by their address in the content. Others are drawn as gray boxes. */
  pictures: readonly PictureFile[];
}

/** Lists the addresses of the pictures that `draw` needs. */
export interface ListPicturesJob {
  kind: 'list';
  content: string;
}

/** Draws a card with a name, for a mail that cannot be drawn. */
export interface CardJob {
  kind: 'card';
  name: string;
  width: number;
}

export type ThumbnailJob = DrawJob | ListPicturesJob | CardJob;

export interface PictureFile {
  address: string;
  bytes: Uint8Array;
}

/** A PNG, or addresses. */
export type ThumbnailResult = { png: Uint8Array<ArrayBuffer> } | { addresses: string[] };

/** The height of a PNG, from its header. */
export function readPngHeight(png: Uint8Array): number {
  return new DataView(png.buffer, png.byteOffset).getUint32(20);
}

export const MIN_THUMBNAIL_SIDE = 40;
export const MAX_THUMBNAIL_WIDTH = 1_200;
export const MAX_THUMBNAIL_HEIGHT = 4_000;
