import type { Drawing } from '../../../src/mail/model/drawings.ts';

const BASE = 'https://own.example/drawing.png?drawing=';

/** An address that holds the drawing, as those of the service do. */
export function drawingUrl(drawing: Drawing): string {
  return BASE + encodeURIComponent(JSON.stringify(drawing));
}

/** The drawing in an address that `drawingUrl` made. */
export function readDrawingUrl(url: string): Drawing | undefined {
  return url.startsWith(BASE) ? JSON.parse(decodeURIComponent(url.slice(BASE.length))) : undefined;
}
