/**
 * Version of what rendering makes of a content. It is part of the key of cached exports: raise it with every change
 * of the output, an update of the MJML compiler included.
 */
export const RENDERER_VERSION = '11';
