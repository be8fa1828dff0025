/** Pixels, four bytes each: red, green, blue, alpha. */
export interface Pixels {
  width: number;
  height: number;
  data: Uint8Array;
}

/** Size of a picture in its own pixels. */
export interface PictureSize {
  width: number;
  height: number;
}

/** What is drawn: boxes, texts and pictures in the form that the renderer takes. */
export type DrawNode = DrawBox | DrawText | DrawPicture;

interface DrawElement {
  tagName?: string;
  /** Classes of the style sheets, separated by spaces. */
  className?: string;
  dir?: 'ltr' | 'rtl';
  attributes?: Record<string, string>;
  children?: DrawNode[];
}

interface DrawBox extends DrawElement {
  type: 'container';
}

interface DrawText extends DrawElement {
  type: 'text';
  text: string;
}

export interface DrawPicture extends DrawElement {
  type: 'image';
  src: Pixels;
  /** Its size in CSS pixels, unless a style says otherwise. */
  width: number;
  height: number;
}
