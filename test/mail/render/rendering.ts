import { parseContent, type TemplateContent } from '../../../src/mail/model/index.ts';
import {
  type RenderAssets,
  type RenderOptions,
  renderHtml,
  renderMjml,
} from '../../../src/mail/render/index.ts';

export const assets: RenderAssets = {
  socialIcon: (platform, style) => `https://mail.example/icons/${style}/${platform}.png`,
  videoPoster: (block) => `https://mail.example/posters/${encodeURIComponent(block.id)}.png`,
  countdown: (block) => ({
    url: `https://mail.example/countdowns/${encodeURIComponent(block.id)}.gif`,
    width: 480,
    height: 77,
  }),
};

type Loose = Record<string, unknown>;

/** A content in the full form from blocks that leave out what has a default; ids are numbered. */
export function contentOf(blocks: Loose[], settings: Loose = {}): TemplateContent {
  let count = 0;
  const makeId = () => {
    count += 1;
    return `id-${count}`;
  };
  const parsed = parseContent({ blocks, settings }, { makeId });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  return parsed.content;
}

export function mjmlOf(blocks: Loose[], settings: Loose = {}, options: Partial<RenderOptions> = {}) {
  return renderMjml(contentOf(blocks, settings), { assets, ...options });
}

export function htmlOf(blocks: Loose[], settings: Loose = {}, options: Partial<RenderOptions> = {}) {
  return renderHtml(contentOf(blocks, settings), { assets, ...options });
}

/** The part of an HTML document that is the mail. */
export function bodyOf(html: string): string {
  return html.slice(html.indexOf('<body'));
}

interface SeenElement {
  name: string;
  attributes: Record<string, string>;
}

/** The elements of HTML as a tokeniser of another make sees them, those for Outlook only left out. */
export function elementsOf(html: string): SeenElement[] {
  const seen: SeenElement[] = [];
  new HTMLRewriter()
    .on('*', {
      element(element) {
        seen.push({ name: element.tagName, attributes: Object.fromEntries(element.attributes) });
      },
    })
    .transform(html);
  return seen;
}

/** The text of HTML on one line, entities of markup decoded. */
export function textOf(html: string): string {
  let text = '';
  let isSilent = false;
  new HTMLRewriter()
    .on('style, title, script', {
      element(element) {
        isSilent = true;
        element.onEndTag(() => {
          isSilent = false;
        });
      },
    })
    .on('p, div, td, th, h1, h2, h3, h4, li, br', {
      element() {
        text += ' ';
      },
    })
    .onDocument({
      text(chunk) {
        if (!isSilent) text += chunk.text;
      },
    })
    .transform(html);
  return decode(text)
    .replace(/[\s\u200c]+|\u034f/gu, ' ')
    .replace(/ +/g, ' ')
    .trim();
}

function decode(text: string): string {
  return text
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#0?39;/g, "'")
    .replace(/&amp;/g, '&');
}

/** Attribute values, as the mail client sees them. */
export function valuesOf(html: string, name: string, attribute: string): string[] {
  return elementsOf(html)
    .filter((element) => element.name === name && attribute in element.attributes)
    .map((element) => decode(element.attributes[attribute] as string));
}

export type { Loose };
