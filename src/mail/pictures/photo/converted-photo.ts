import type { SizeName } from './sizes.ts';

/** A smaller version of a picture. */
export interface ConvertedPhoto {
  name: SizeName;
  mime: string;
  extension: string;
  bytes: Uint8Array;
  width: number;
  height: number;
}
