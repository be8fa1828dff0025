import type { SocialPlatform } from '../../src/mail/model/index.ts';

/** A glyph on a 24 × 24 grid: shapes to draw, and shapes to cut out of them. */
export interface Glyph {
  /** SVG elements in white. Strokes have round ends unless they say otherwise. */
  draw: string;
  /** SVG elements in black. */
  cut?: string;
}

const stroke = (width: number, d: string, more = '') =>
  `<path d="${d}" fill="none" stroke="#fff" stroke-width="${width}"${more}/>`;
const cutStroke = (width: number, d: string) =>
  `<path d="${d}" fill="none" stroke="#000" stroke-width="${width}"/>`;
const fill = (d: string) => `<path d="${d}"/>`;

/**
 * Simple drawings that hint at each service with as few shapes as stay readable at 24 px.
 */
export const GLYPHS: Readonly<Record<SocialPlatform, Glyph>> = {
  facebook: {
    draw: stroke(3.4, 'M16.6 4.6h-1c-2.2 0-3.4 1.2-3.4 3.5V20.4M8.1 12.1h7.6', ' stroke-linecap="butt"'),
  },
  twitter: {
    draw:
      stroke(1.9, 'M4.9 4.4h3.7l10.5 15.2h-3.7z', ' stroke-linejoin="miter"') +
      stroke(2, 'M18.7 4.4l-5.6 6.3M10.7 13.4l-5.5 6.2', ' stroke-linecap="butt"'),
  },
  instagram: {
    draw:
      '<rect x="4" y="4" width="16" height="16" rx="4.8" fill="none" stroke="#fff" stroke-width="2.1"/>' +
      '<circle cx="12" cy="12" r="3.7" fill="none" stroke="#fff" stroke-width="2.1"/>' +
      '<circle cx="16.5" cy="7.5" r="1.25"/>',
  },
  linkedin: {
    draw:
      '<circle cx="5.9" cy="5.7" r="2"/>' +
      stroke(3.3, 'M5.9 9.6v9.8M11.2 9.6v9.8', ' stroke-linecap="butt"') +
      stroke(3.3, 'M11.2 15.2c0-2.5 1.4-4 3.4-4s3.4 1.4 3.4 4v4.2', ' stroke-linecap="butt"'),
  },
  youtube: {
    draw: '<rect x="2.2" y="5" width="19.6" height="14" rx="4.2"/>',
    cut: '<path d="M10 8.7v6.6l5.8-3.3z" fill="#000"/>',
  },
  tiktok: {
    draw:
      stroke(3, 'M13.2 3.4v12a3.9 3.9 0 1 1-3.9-3.9', ' stroke-linecap="butt"') +
      stroke(3, 'M13.2 3.4c.3 3 2.3 5.1 5.5 5.3', ' stroke-linecap="butt"'),
  },
  pinterest: {
    draw: stroke(
      2.5,
      'M7.6 13.5C4.9 9.7 7.4 4.3 12.3 4.3c3.6 0 6 2.3 6 5.4 0 3.7-2.2 6.3-5 6.3-1.5 0-2.5-.7-2.9-1.8M12.2 9.3L9.3 20.6',
    ),
  },
  email: {
    draw:
      '<rect x="3.2" y="5.4" width="17.6" height="13.2" rx="2" fill="none" stroke="#fff" stroke-width="2"/>' +
      stroke(2, 'M3.9 7.2l8.1 6 8.1-6'),
  },
  whatsapp: {
    draw:
      stroke(1.9, 'M4.2 19.9l1.2-4.2A8 8 0 1 1 8.5 18.8z') +
      stroke(2.1, 'M9.2 9c.2 3.2 2.6 5.6 5.9 5.9') +
      '<circle cx="9.3" cy="8.9" r="1.45"/><circle cx="15" cy="14.7" r="1.45"/>',
  },
  telegram: {
    draw: fill(
      'M2.6 11.5L20.6 4.4c.6-.2 1 .2.9.8l-2.9 13.5c-.1.7-.8.9-1.4.5l-4.6-3.3-2.4 2.6c-.4.5-1 .4-1.1-.3l-.9-4.5-5.5-1.4c-.5-.2-.6-.6-.1-.8z',
    ),
    cut: cutStroke(1.1, 'M8.3 13.6l9-5.9-6.7 7.4'),
  },
  discord: {
    draw: fill(
      'M8.3 5.2c-1.6.3-2.7.7-3.7 1.2C2.6 9.6 2 13 2.2 16.6c1.6 1.2 3.1 1.9 4.8 2.3l1.3-2.2h7.4l1.3 2.2c1.7-.4 3.2-1.1 4.8-2.3.2-3.6-.4-7-2.4-10.2-1-.5-2.1-.9-3.7-1.2l-.8 1.6H9.1z',
    ),
    cut: '<ellipse cx="8.7" cy="12.3" rx="1.75" ry="1.95" fill="#000"/><ellipse cx="15.3" cy="12.3" rx="1.75" ry="1.95" fill="#000"/>',
  },
  snapchat: {
    draw: fill(
      'M12 3.2c3.1 0 5.3 2.3 5.3 5.5v2.2c.5.3 1 0 1.6-.1.8 0 1.1.9.5 1.4-.6.5-1.7.6-1.7 1.4 0 .9 1.7 2.8 3.5 3.3.6.2.5.8 0 1.1-.7.4-1.7.4-2.1.8-.3.3-.2 1-.8 1.1-.8.1-1.7-.3-2.7.1-1.2.4-1.9 1.4-3.6 1.4s-2.4-1-3.6-1.4c-1-.4-1.9 0-2.7-.1-.6-.1-.5-.8-.8-1.1-.4-.4-1.4-.4-2.1-.8-.5-.3-.6-.9 0-1.1 1.8-.5 3.5-2.4 3.5-3.3 0-.8-1.1-.9-1.7-1.4-.6-.5-.3-1.4.5-1.4.6.1 1.1.4 1.6.1V8.7c0-3.2 2.2-5.5 5.3-5.5z',
    ),
  },
  reddit: {
    draw:
      '<ellipse cx="12" cy="14" rx="8.3" ry="6.1"/><circle cx="4.4" cy="11.4" r="2.1"/><circle cx="19.6" cy="11.4" r="2.1"/>' +
      '<circle cx="17" cy="4.8" r="1.7"/>' +
      stroke(1.3, 'M12 8.4l1-4.3 4 .8'),
    cut:
      '<circle cx="8.8" cy="12.9" r="1.45" fill="#000"/><circle cx="15.2" cy="12.9" r="1.45" fill="#000"/>' +
      cutStroke(1.2, 'M8.8 16.5c1.9 1.4 4.5 1.4 6.4 0'),
  },
  github: {
    draw:
      fill(
        'M5.3 3.6c1.4.1 2.7.7 3.9 1.6 1.8-.4 3.8-.4 5.6 0 1.2-.9 2.5-1.5 3.9-1.6.6 1.4.6 2.9.2 4.2 1 1.1 1.5 2.5 1.5 4.1 0 4-2.5 5.5-5.7 5.9.6.6.9 1.4.9 2.5V21H8.4v-.9c0-1 .3-1.7.9-2.3-3.2-.4-5.7-1.9-5.7-5.9 0-1.6.5-3 1.5-4.1-.4-1.3-.4-2.8.2-4.2z',
      ) + stroke(1.7, 'M9.2 19.8c-2.6.5-3.7-.4-4.3-1.5-.4-.8-.9-1.3-1.6-1.5'),
    cut: '<path d="M8 10.6c1.3-.4 2.7-.2 4-.2s2.7-.2 4 .2c1 .3 1.4 1.1 1.4 2.1 0 2.2-2.4 2.8-5.4 2.8s-5.4-.6-5.4-2.8c0-1 .4-1.8 1.4-2.1z" fill="#0"/><ellipse cx="9.4" cy="12.9" rx=".9" ry="1.3"/><ellipse cx="14.6" cy="12.9" rx=".9" ry="1.3"/>',
  },
  dribbble: {
    draw:
      '<circle cx="12" cy="12" r="8.6" fill="none" stroke="#fff" stroke-width="1.8"/>' +
      stroke(
        1.7,
        'M8.8 4.2c3.2 4 5.4 8.7 6.5 15.3M3.6 10.6c6 .2 11-1 14.7-5M6.2 18.3c3-5 8-7.2 14.3-5.5',
        ' stroke-linecap="butt"',
      ),
  },
  behance: {
    draw:
      stroke(
        2.5,
        'M3.3 6.9h4.5c1.9 0 2.9.9 2.9 2.4s-1 2.5-2.9 2.5H3.3h4.9c2 0 3.1 1 3.1 2.7s-1.1 2.7-3.1 2.7H3.3z',
        ' stroke-linejoin="miter"',
      ) +
      stroke(
        2.3,
        'M14.4 13.6h6.5c0-2.2-1.2-3.7-3.2-3.7s-3.4 1.6-3.4 3.9c0 2.4 1.4 3.8 3.5 3.8 1.4 0 2.3-.5 2.9-1.4',
        ' stroke-linecap="butt"',
      ) +
      stroke(1.7, 'M15.3 6.4h5', ' stroke-linecap="butt"'),
  },
  website: {
    draw:
      '<circle cx="12" cy="12" r="8.6" fill="none" stroke="#fff" stroke-width="1.8"/>' +
      '<ellipse cx="12" cy="12" rx="3.9" ry="8.6" fill="none" stroke="#fff" stroke-width="1.7"/>' +
      stroke(1.7, 'M3.9 9.2h16.2M3.9 14.8h16.2', ' stroke-linecap="butt"'),
  },
};
