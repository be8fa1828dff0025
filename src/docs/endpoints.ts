import type { Endpoint } from '../http/endpoints.ts';
import { answerPublicFile, type PublicFile, preparePublicFile } from '../http/public-files.ts';
import { requireGet } from '../platform/errors.ts';
import { urlOf } from '../platform/network/request-url.ts';
import { Library } from './library.ts';
import { type View, writeFound, writeMissing, writePage } from './page.ts';

interface Sources extends Pick<View, 'look'> {
  /** See `readDocs`. */
  files: Readonly<Record<string, string>>;
}

/** The documentation at `/docs`, and the list of its pages for language models. `load` is called at the first request. */
export function docsEndpoints(load: () => Promise<Sources>, server: { baseUrl: string }): Endpoint[] {
  let loaded: Promise<Docs> | undefined;
  const read = () => {
    loaded ??= load().then((sources) => new Docs(sources));
    return loaded;
  };
  const handle = async (request: Request) => {
    requireGet(request);
    return (await read()).answer(request);
  };
  const handleList = async (request: Request) => {
    requireGet(request);
    return (await read()).answerList(request, server.baseUrl);
  };
  return [
    { path: '/docs', isForAnybody: true, isPage: true, handle },
    { path: '/docs/*', isForAnybody: true, isPage: true, handle },
    { path: '/llms.txt', isForAnybody: true, handle: handleList },
  ];
}

const HTML = 'text/html; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';

/** Pages run the script of the theme, and load styles and pictures of this server. */
const HTML_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};

class Docs {
  readonly #sources: Sources;
  readonly #library: Library;
  /** Files by what they depend on. */
  readonly #prepared = new Map<string, PublicFile>();

  constructor(sources: Sources) {
    this.#sources = sources;
    this.#library = new Library(sources.files);
  }

  answer(request: Request): Response {
    const { pathname, searchParams } = urlOf(request);
    const [, , name = '', ...rest] = pathname.split('/');
    const root = '../'.repeat(pathname.split('/').length - 2);
    const view = { library: this.#library, look: this.#sources.look, root };
    const query = searchParams.get('q')?.trim().slice(0, 200) ?? '';
    if (query !== '') return answerHtml(writeFound(view, query));
    const page = this.#library.pages.get(name || 'index');
    const isFile = Object.hasOwn(this.#sources.files, name);
    if (rest.length > 0 || (page === undefined && !isFile)) return answerHtml(writeMissing(view), 404);
    if (page === undefined) return answerPublicFile(request, this.#prepareFile(name));
    const file = this.#prepare(pathname, HTML, () => writePage(view, page));
    return answerPublicFile(request, file, HTML_HEADERS);
  }

  /** In the form of https://llmstxt.org. */
  answerList(request: Request, baseUrl: string): Response {
    const file = this.#prepare(`llms.txt ${baseUrl}`, TEXT, () => this.#library.writeList(baseUrl));
    return answerPublicFile(request, file);
  }

  #prepareFile(name: string): PublicFile {
    const text = this.#sources.files[name] as string;
    if (name.endsWith('.png')) return this.#prepare(name, 'image/png', () => Buffer.from(text, 'base64'));
    return this.#prepare(name, name.endsWith('.md') ? 'text/markdown; charset=utf-8' : TEXT, () => text);
  }

  #prepare(key: string, type: string, write: () => string | Buffer): PublicFile {
    const file = this.#prepared.get(key) ?? preparePublicFile(type, write());
    this.#prepared.set(key, file);
    return file;
  }
}

function answerHtml(html: string, status = 200): Response {
  const headers = { 'content-type': HTML, 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' };
  return new Response(html, { status, headers: { ...headers, ...HTML_HEADERS } });
}
