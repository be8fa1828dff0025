import { Type } from '@sinclair/typebox';

/** A picture as the output of an operation. */
export interface PictureOutput {
  bytes: Uint8Array<ArrayBuffer>;
  type: 'image/png';
  /** A strong entity tag with its quotes; undefined if the same request may soon give another picture. */
  etag: string | undefined;
}

/** The schema of an operation's output that is a picture; documents show it as bytes. */
export const Picture = Type.Unsafe<PictureOutput>(Type.String({ format: 'binary', description: 'A PNG.' }));
