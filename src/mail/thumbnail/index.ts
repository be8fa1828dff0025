/** Pictures of mails drawn from their HTML, without a browser. Pure but for the drawing library. */

export { isData, listPictureAddresses } from './addresses.ts';
export { buildPage, type Screen } from './build-page.ts';
export { CARD, writeCard } from './card.ts';
export { drawPage } from './draw.ts';
export type { PictureSize } from './node.ts';
export { prepareContent, takeTop } from './prepare-content.ts';
