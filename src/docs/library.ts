/** A page of the documentation. */
export interface DocsPage {
  /** As in `/docs/<name>`; `index` is at `/docs`. */
  name: string;
  title: string;
  /** What the page is for: its first paragraph, without links. */
  summary: string;
  markdown: string;
}

/** The pages for some readers. */
export interface DocsGroup {
  readers: string;
  links: readonly { label: string; page: DocsPage }[];
}

/** A part of a page that begins with a heading. Texts are HTML without tags. */
export type Section = ReturnType<typeof listSections>[number];

const MAX_WORDS = 8;
const MAX_FOUND = 20;

/** The documentation: its pages, their order, and what they say. */
export class Library {
  readonly pages: ReadonlyMap<string, DocsPage>;
  /** As in the table at the end of the start page. */
  readonly groups: readonly DocsGroup[];
  #sections: readonly Section[] | undefined;

  /** `files`: see `readDocs`. */
  constructor(files: Readonly<Record<string, string>>) {
    const texts = Object.entries(files).filter(([name]) => name.endsWith('.md'));
    this.pages = new Map(
      texts.map(([file, markdown]) => {
        const name = file.slice(0, -'.md'.length);
        const [, title = name, paragraph = ''] = /^# (.+)\n+([\s\S]+?)(?:\n\n|\n$)/.exec(markdown) ?? [];
        const summary = paragraph.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('\n', ' ');
        return [name, { name, title: title.replaceAll('`', ''), summary, markdown }];
      }),
    );
    this.groups = this.#readGroups();
  }

  get index(): DocsPage {
    return this.pages.get('index') as DocsPage;
  }

  /** Sections with all words of a query, those with the words in their heading first. */
  search(query: string): Section[] {
    this.#sections ??= [...this.pages.values()].flatMap(listSections);
    const words = Bun.escapeHTML(query.toLowerCase()).split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
    if (words.length === 0) return [];
    const count = (text: string) => words.filter((word) => text.toLowerCase().includes(word)).length;
    return this.#sections
      .filter(({ heading, text }) => count(`${heading} ${text}`) === words.length)
      .sort((a, b) => count(b.heading) - count(a.heading))
      .slice(0, MAX_FOUND);
  }

  /** The list of the pages for language models. */
  writeList(baseUrl: string): string {
    const groups = this.groups.map(({ readers, links }) => {
      const lines = links.map(
        ({ label, page }) => `- [${label}](${baseUrl}/docs/${page.name}.md): ${page.summary}\n`,
      );
      return `\n## For ${readers}\n\n${lines.join('')}`;
    });
    const { title, summary } = this.index;
    return `# ${title}

> ${summary}

The OpenAPI document is at ${baseUrl}/openapi/json, the tool server for agents (MCP) at ${baseUrl}/api/v1/mcp.
${groups.join('')}`;
  }

  #readGroups(): DocsGroup[] {
    const rows = this.index.markdown.matchAll(/^\| (?!for |-)([^|]+) \| (.+) \|$/gm);
    return [...rows].map(([, readers = '', cell = '']) => ({
      readers,
      links: [...cell.matchAll(/\[([^\]]+)\]\(([^)]+)\.md\)/g)].flatMap(([, label = '', name = '']) => {
        const page = this.pages.get(name);
        return page === undefined ? [] : [{ label: label.replaceAll('`', ''), page }];
      }),
    }));
  }
}

/** The HTML of Markdown. Headings have the anchors that code hosts give them; those of the runtime differ in hyphens. */
export function toHtml(markdown: string): string {
  const known = new Map<string, number>();
  return Bun.markdown.html(markdown).replace(/<h(\d)>(.*)(?=<\/h\d>)/g, (_, level, text) => {
    const words = text.replace(/<[^>]*>|&\w+;|[^\p{L}\p{N}\s_<>-]/gu, '').toLowerCase();
    const anchor = words.replaceAll(' ', '-');
    const count = known.get(anchor) ?? 0;
    known.set(anchor, count + 1);
    return `<h${level} id="${anchor}${count === 0 ? '' : `-${count}`}">${text}`;
  });
}

const withoutTags = (html: string): string =>
  html
    .replace(/<\/?(?:a|code|em|strong)\b[^>]*>/g, '')
    .replace(/<[^>]*>|\s+/g, ' ')
    .trim();

function listSections(page: DocsPage) {
  return toHtml(page.markdown)
    .split(/(?=<h[1-6] id=)/)
    .flatMap((html) => {
      const [whole, anchor = '', heading = ''] = /^<h\d id="([^"]*)">(.*?)<\/h\d>/.exec(html) ?? [];
      if (whole === undefined) return [];
      return [{ page, anchor, heading: withoutTags(heading), text: withoutTags(html.slice(whole.length)) }];
    });
}
