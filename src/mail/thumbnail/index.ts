/** Pictures of mails drawn from their blocks, without a browser. Pure but for the drawing library. */

export { listPictureAddresses } from './addresses.ts';
export { layOutCard } from './card.ts';
export { drawNode } from './draw.ts';
export { layOutMail } from './lay-out.ts';
export type { DrawPicture } from './node.ts';
export type { PictureSize } from './page.ts';
export { countdownSource, posterSource, readSource } from './sources.ts';
