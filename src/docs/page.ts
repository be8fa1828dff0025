import type { DashboardFiles } from '../http/dashboard.ts';
import { VERSION } from '../platform/version.ts';
import { type DocsGroup, type DocsPage, type Library, type Section, toHtml } from './library.ts';

/** Where a page is shown. */
export interface View {
  library: Library;
  /** The dashboard's files, whose colors and theme the documentation has. */
  look: Pick<DashboardFiles, 'style' | 'theme'>;
  /** What leads from the page to the server, such as `../`: a proxy may serve it under another path. */
  root: string;
}

const hrefOf = ({ root }: View, name: string): string => `${root}docs${name === 'index' ? '' : `/${name}`}`;

export const writePage = (view: View, page: DocsPage): string =>
  write(view, page.title, prepare(view, toHtml(page.markdown)), page);

export function writeFound(view: View, query: string): string {
  const found = view.library.search(query);
  const none = '<p>No section has all of these words. Try fewer or other words, or choose a page.</p>';
  const list = `<ol>${found.map((section) => writeSection(view, section, query)).join('')}</ol>`;
  return write(view, `Search: ${query}`, `<h1>Search</h1>${found.length === 0 ? none : list}`, query);
}

export const writeMissing = (view: View): string =>
  write(
    view,
    'There is no such page',
    `<h1>There is no such page</h1><p>The documentation of this version has no page at this address. Choose one of the
<a href="#pages">pages</a>, search for what you need, or go to <a href="${hrefOf(view, 'index')}">the start</a>.</p>`,
  );

/** Links to Markdown become links to its page. What is wide scrolls, also by the keyboard. */
function prepare(view: View, html: string): string {
  const addressOf = (target: string) => {
    const [, name, anchor = ''] = /^([\w-]+)\.md(#.*)?$/.exec(target) ?? [];
    if (name !== undefined) return hrefOf(view, name) + anchor;
    return /^(?:[a-z]+:|#)/.test(target) ? target : `${view.root}docs/${target}`;
  };
  return html
    .replace(/ (href|src)="([^"]+)"/g, (_, name, target) => ` ${name}="${addressOf(target)}"`)
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replaceAll('<th></th>', '<td></td>')
    .replaceAll('<table>', '<div class="wide" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    .replace(
      /<h([2-4]) id="([^"]+)">.*?(?=<\/h\1>)/g,
      '$&<a class="anchor" href="#$2" aria-label="Link to this section"></a>',
    );
}

function writeSection(view: View, { page, anchor, heading, text }: Section, query: string): string {
  const [word = ''] = Bun.escapeHTML(query.toLowerCase()).split(/\s+/);
  const at = text.lastIndexOf(' ', Math.max(0, text.toLowerCase().indexOf(word) - 60)) + 1;
  const [excerpt = ''] = /^.{0,220}(?=\s|$)/.exec(text.slice(at)) ?? [];
  const link = `<a href="${hrefOf(view, page.name)}#${anchor}">${heading}</a>`;
  return `<li>${link} · ${Bun.escapeHTML(page.title)}<p class="text-muted">${excerpt} …</p></li>`;
}

function writeGroup(view: View, { readers, links }: DocsGroup, current: unknown): string {
  const items = links.map(({ label, page }) => {
    const mark = page === current ? 'aria-current="page" class="bg-hover ' : 'class="hover:bg-hover ';
    const look = 'block rounded-md px-2 py-1 first-letter:uppercase"';
    return `<li><a href="${hrefOf(view, page.name)}" ${mark}${look}>${Bun.escapeHTML(label)}</a></li>`;
  });
  return `<h2 class="px-2 pt-3 pb-1 text-muted">For ${Bun.escapeHTML(readers)}</h2>\n<ul>${items.join('')}</ul>`;
}

/** `shown`: the page, or the words that were searched. */
function write(view: View, title: string, html: string, shown: DocsPage | string = ''): string {
  const { library, look, root } = view;
  const files = `${root}dashboard/files`;
  const source = typeof shown === 'string' ? undefined : `${root}docs/${shown.name}.md`;
  const query = typeof shown === 'string' ? Bun.escapeHTML(shown) : '';
  const name = shown === library.index ? '' : ' · Galley';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${Bun.escapeHTML(title)}${name}</title>
<link rel="icon" href="data:,">
${source === undefined ? '<meta name="robots" content="noindex">' : `<link rel="alternate" type="text/markdown" href="${source}">`}
<script src="${files}/${look.theme}"></script>
<link rel="stylesheet" href="${files}/${look.style}">
</head>
<body class="md:grid md:grid-cols-[16rem_minmax(0,1fr)] md:grid-rows-[auto_1fr]">
<a href="#content" class="sr-only focus:not-sr-only">Skip to content</a>
<header class="sticky top-0 z-10 flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-canvas px-6 py-2 md:col-span-2">
<a href="${hrefOf(view, 'index')}" class="text-lg font-semibold">Galley</a>
<form role="search" action="${root}docs" class="order-last grow basis-full md:order-none md:basis-auto">
<input type="search" name="q" value="${query}" placeholder="Search" aria-label="Search the documentation" required maxlength="200" class="w-full max-w-md rounded-md border border-strong bg-surface px-2.5 py-1">
</form>
<a href="#pages" class="md:hidden">Pages</a>
<a href="${root}dashboard">Dashboard</a>
<a href="${root}openapi">API</a>
</header>
<main id="content" class="docs max-w-3xl p-6 text-[0.9375rem] leading-relaxed md:col-start-2 md:p-8">
${html}
<p class="border-t border-line pt-4 text-sm text-muted">Galley ${VERSION}${source === undefined ? '' : ` · <a href="${source}">This page as Markdown</a>`} · <a href="${root}llms.txt">llms.txt</a></p>
</main>
<nav id="pages" aria-label="Documentation" class="border-t border-line px-4 py-4 text-sm md:col-start-1 md:row-start-2 md:border-t-0 md:border-r">
${library.groups.map((group) => writeGroup(view, group, shown)).join('\n')}
</nav>
</body>
</html>
`;
}
