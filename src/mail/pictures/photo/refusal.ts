/** A picture that is not taken on; the message is written for the one who uploaded it. */
export class PictureRefusal extends Error {}

/** `what` as in "The JPEG". */
export const isDamaged = (what: string, how: string) =>
  new PictureRefusal(`The ${what} is damaged: ${how}. Export it again and upload the new file.`);

export const isIncomplete = (what: string) => isDamaged(what, 'its end is missing');
