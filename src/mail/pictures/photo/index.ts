export { convertPhoto, type PhotoConversions } from './convert.ts';
export type { ConvertedPhoto } from './converted-photo.ts';
export { type PreparedPhoto, preparePhoto } from './prepare.ts';
export { PictureRefusal } from './refusal.ts';
export { SNIFF_BYTES, type SniffedType, sniffType } from './sniff.ts';
