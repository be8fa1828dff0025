import type { Page } from 'puppeteer-core';
import { AXE_SOURCE } from './axe-source.ts';
import type { MailViewer, View } from './browser.ts';

/** Shows a mail in a page that has the global `axe`. It stays there with the next mail: to load it takes longer than to run it. */
export async function showWithAxe(viewer: MailViewer, html: string, view: View): Promise<Page> {
  const page = await viewer.show(html, view);
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(AXE_SOURCE);
  return page;
}

interface Violation {
  id: string;
  impact: string;
  nodes: { html: string; failureSummary: string }[];
}

/** What a serious or critical rule finds, in words; rules for pages with navigation are moderate ones. */
export async function findSerious(viewer: MailViewer, html: string, view: View, without: string[] = []) {
  const page = await showWithAxe(viewer, html, view);
  const options = JSON.stringify({
    resultTypes: ['violations'],
    rules: Object.fromEntries(without.map((id) => [id, { enabled: false }])),
  });
  const result = (await page.evaluate(`axe.run(document, ${options})`)) as { violations: Violation[] };
  return result.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.failureSummary} ${node.html}`));
}

/** What a rule of axe says of one element. */
export interface Verdict {
  rule: string;
  /** Id of the block the element is in: from the last comment `block <id>` before it. null: outside all. */
  block: string | null;
  summary: string;
  html: string;
  /** Of verdicts on contrast: text and background as #rrggbb, and the contrast they need. */
  colors?: [text: string, background: string, needed: string];
}

export interface Verdicts {
  violations: Verdict[];
  passes: Verdict[];
  /** What it could not decide, e.g. single letters and texts over pictures. */
  incomplete: Verdict[];
}

const RULES = [
  'color-contrast',
  'link-name',
  'image-alt',
  'heading-order',
  'document-title',
  'html-has-lang',
];

/** Runs in the page: axe, and the block each element is in. */
const QUESTION = `(async () => {
  const marks = [];
  const walker = document.createTreeWalker(document, NodeFilter.SHOW_COMMENT);
  while (walker.nextNode()) if (/^(?:block |end$)/.test(walker.currentNode.data)) marks.push(walker.currentNode);
  const blockOf = (element) => {
    const before = marks.findLast((mark) => mark.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING);
    return before?.data.startsWith('block ') ? before.data.slice(6) : null;
  };
  const result = await axe.run(document, {
    runOnly: ${JSON.stringify(RULES)},
    resultTypes: ['violations', 'passes', 'incomplete'],
    elementRef: true,
  });
  const list = (outcomes) => outcomes.flatMap(({ id, nodes }) => nodes.map((node) => {
    const data = node.any[0]?.data;
    return {
      rule: id,
      block: node.element ? blockOf(node.element) : null,
      summary: node.failureSummary ?? '',
      html: node.html.slice(0, 300),
      ...(data?.fgColor && data?.bgColor ? { colors: [data.fgColor, data.bgColor, data.expectedContrastRatio] } : {}),
    };
  }));
  return { violations: list(result.violations), passes: list(result.passes), incomplete: list(result.incomplete) };
})()`;

/** Asks axe about a mail, by the rules our own can be compared with. */
export async function askAxe(viewer: MailViewer, html: string): Promise<Verdicts> {
  const page = await showWithAxe(viewer, html, { width: 700 });
  return (await page.evaluate(QUESTION)) as Verdicts;
}
