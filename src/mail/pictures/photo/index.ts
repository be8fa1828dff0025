export { convertPhoto, type PhotoConversions } from './convert.ts';
export type { ConvertedPhoto } from './limits.ts';
export { PictureRefusal } from './limits.ts';
export { type PreparedPhoto, preparePhoto } from './prepare.ts';
export { SNIFF_BYTES, type SniffedType, sniffType } from './sniff.ts';
