export { convertPhoto, type PhotoConversions } from './convert.ts';
export { encodePng } from './encode-png.ts';
export { PictureRefusal } from './limits.ts';
export { type PreparedPhoto, preparePhoto } from './prepare.ts';
export { type Raster, readRaster } from './raster.ts';
export { SNIFF_BYTES, sniffType } from './sniff.ts';
