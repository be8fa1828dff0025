import { walkBlocks } from '../../../src/mail/model/index.ts';
import { renderHtml, renderPlainText } from '../../../src/mail/render/index.ts';
import {
  type Composed,
  type ComposeRequest,
  composeFromStarters,
} from '../../../src/mail/starters/compose.ts';
import { assets, textOf } from '../../mail/render/rendering.ts';
import { areaScores, score } from '../../mail/score/checks.ts';
import { drawingUrl } from '../../mail/starters/drawing-url.ts';

/** A mail for a prompt, with numbered ids. */
export function compose(prompt: string, more: Partial<ComposeRequest> = {}): Composed {
  let made = 0;
  const makeId = () => {
    made += 1;
    return `id-${made}`;
  };
  const request = {
    prompt,
    brand: undefined,
    mergeTags: [],
    baseUrl: 'https://galley.example',
    isForAgent: true,
    addressOf: drawingUrl,
    ...more,
  };
  return composeFromStarters(request, makeId);
}

/** Tests ask several things about one mail: it is rendered once. */
const rendered = new WeakMap<Composed, ReturnType<typeof renderHtml>>();

function renderOnce(composed: Composed): ReturnType<typeof renderHtml> {
  const found = rendered.get(composed) ?? renderHtml(composed.content, { assets, title: composed.subject });
  rendered.set(composed, found);
  return found;
}

/** Everything readers see or follow: the words of the mail, its subject and its addresses. */
export async function readable(
  composed: Composed,
): Promise<{ text: string; html: string; warnings: unknown[] }> {
  const { html, warnings } = await renderOnce(composed);
  const addresses = [...html.matchAll(/href="([^"]*)"/g)].map(([, url = '']) => url.replaceAll('&amp;', '&'));
  const words = textOf(html.slice(html.indexOf('<body')));
  return { text: [composed.subject, words, ...addresses].join('\n'), html, warnings };
}

/** The scores of a mail as it is sent. */
export async function ratingOf(composed: Composed, knownTags?: string[]) {
  const { content, subject, kind } = composed;
  const { html } = await renderOnce(composed);
  const text = renderPlainText(content, { assets });
  const rendered = { html, text, bytes: Buffer.byteLength(html) };
  return areaScores(score(content, { subject, kind, knownTags, rendered }));
}

export function idsOf({ content }: Composed): string[] {
  return [...walkBlocks(content)].map(({ block }) => block.id);
}

/** Merge tags of any language we know, wherever they stand. */
export function tagsIn(composed: Composed): string[] {
  const all = JSON.stringify([composed.content, composed.subject]);
  return [...new Set(all.match(/\{\{.*?\}\}|\{%.*?%\}|\*\|.*?\|\*|\$\{.*?\}|<%.*?%>/g) ?? [])].sort();
}
