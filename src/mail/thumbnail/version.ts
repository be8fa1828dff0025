/** Changes with every change to what pictures of mails look like, so that caches draw them again. */
export const DRAWING_VERSION = 6;
