/** Properties of CSS in camel case; numbers are pixels. */
export type DrawStyle = Record<string, string | number>;

/** What is drawn: boxes, texts and pictures in the form that the renderer takes. */
export type DrawNode = DrawBox | DrawText | DrawPicture;

interface DrawBox {
  type: 'container';
  style: DrawStyle;
  children: DrawNode[];
}

interface DrawText {
  type: 'text';
  text: string;
  style: DrawStyle;
}

/** A picture of known size. `src` names it until its pixels are set. */
export interface DrawPicture {
  type: 'image';
  src: string | { width: number; height: number; data: Uint8Array };
  width: number;
  height: number;
  style: DrawStyle;
}

/** A block box with its children below each other, or in lines if they are inline. */
export function block(style: DrawStyle, children: DrawNode[]): DrawBox {
  return { type: 'container', style: { display: 'block', ...style }, children };
}

/** A box with its children side by side. */
export function row(style: DrawStyle, children: DrawNode[]): DrawBox {
  return { type: 'container', style: { display: 'flex', flexDirection: 'row', ...style }, children };
}

/** A piece of a line. */
export function inline(text: string, style: DrawStyle = {}): DrawText {
  return { type: 'text', text, style: { display: 'inline', ...style } };
}

/** A box at the left, center or right of a row. */
export function aligned(align: 'left' | 'center' | 'right', child: DrawNode): DrawBox {
  const justifyContent = { left: 'flex-start', center: 'center', right: 'flex-end' }[align];
  return row({ justifyContent }, [child]);
}
