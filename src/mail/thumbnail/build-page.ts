import { formatColor, mirrorColor, readHex } from '../parse/color.ts';
import { parseScreenRules } from '../parse/css.ts';
import { type HtmlElement, innerSource, parseHtml, walkElements } from '../parse/html.ts';
import { holdsOn } from '../parse/media-query.ts';
import { BROWSER_STYLES } from './browser-styles.ts';
import { NodeBuilder, type PlacedPicture } from './build-nodes.ts';
import { fontFor } from './fonts.ts';
import type { DrawNode, PictureSize } from './node.ts';
import { drawable } from './style.ts';

/** How a mail is shown. */
export interface Screen {
  layout: 'desktop' | 'phone';
  /** With the colors of dark mode. */
  isDark: boolean;
  /** Width of the page, and where the picture is cut off, in CSS pixels. */
  width: number;
  maxHeight: number;
  /** Height of the page if it shows less. A picture cannot be without height. */
  minHeight: number;
}

/** What the renderer draws: a node, and style sheets. */
export interface DrawPage {
  node: DrawNode;
  css: string[];
  /** In CSS pixels. */
  width: number;
  pictures: readonly PlacedPicture[];
}

/** Longer HTML is cut off. */
const MAX_HTML = 2_000_000;

/** A mail in a program for desktops is at least this wide, whatever width its content has. */
const DESKTOP_WIDTH = 640;

const GRAY = { fill: readHex('#e4e7eb'), text: readHex('#5b6472') };

/** The HTML of a mail as the page that a mail client shows. Nothing is loaded and no script runs. */
export function buildPage(
  html: string,
  screen: Screen,
  sizeOf: (source: string) => PictureSize | undefined,
): DrawPage {
  const root = parseHtml({ text: html.slice(0, MAX_HTML) });
  const { width } = screen;
  const builder = new NodeBuilder({ width, isPhone: screen.layout === 'phone', sizeOf });
  const children = builder.build(root);
  const css = [
    `@layer browser{${BROWSER_STYLES}${boxStyles(screen)}}`,
    `@layer mail{${readSheets(root, screen)}}`,
    pageStyles(screen) + builder.styleSheet,
  ];
  return { node: { type: 'container', className: 'page', children }, css, width, pictures: builder.pictures };
}

function pageStyles({ width, maxHeight, minHeight }: Screen): string {
  return `.page {
  display: block; width: ${width}px; max-height: ${maxHeight}px; min-height: ${minHeight}px;
  background-color: #ffffff; color: #000000; font-family: ${fontFor('serif')}; font-size: 16px; overflow-wrap: break-word;
}
body { min-height: ${minHeight}px; }
`;
}

/** Boxes in the place of missing pictures and of letters without a font. */
function boxStyles({ isDark }: Screen): string {
  const [fill, text] = [GRAY.fill, GRAY.text].map((gray) => formatColor(isDark ? mirrorColor(gray) : gray));
  return `
.missing-picture {
  background-color: ${fill}; align-items: center; justify-content: center; overflow: hidden;
  padding: 8px; box-sizing: border-box; max-width: 100%;
}
.missing-text {
  color: ${text}; font-family: ${fontFor('sans-serif')}; font-size: 14px; line-height: 1.3; text-align: center;
}
.letter-boxes { color: rgba(128, 128, 128, 0.5); letter-spacing: 0.3em; }
`;
}

/** The rules of the mail's style sheets that hold on the screen. */
function readSheets(root: HtmlElement, screen: Screen): string {
  const sheets = [...walkElements(root)].filter(({ name, attribs }) => name === 'style' && !attribs.media);
  const { layout, isDark } = screen;
  const width = layout === 'phone' ? screen.width : Math.max(screen.width, DESKTOP_WIDTH);
  const rules = sheets.flatMap((sheet) =>
    parseScreenRules(innerSource(sheet), (query) => holdsOn(query, { width, isDark })),
  );
  return rules
    .filter(({ selectors }) => !/[{}<;@]/.test(selectors))
    .map(({ selectors, declarations }) => {
      const written = declarations.flatMap((each) =>
        drawable([each]).map(([name, value]) => `${name}:${value}${each.isImportant ? '!important' : ''}`),
      );
      return `${selectors}{${written.join(';')}}`;
    })
    .join('\n');
}
