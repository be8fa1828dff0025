import { brotliDecompressSync } from 'node:zlib';
import type { Deps } from '../platform/deps.ts';
import { notFound, requireGet } from '../platform/errors.ts';
import { urlOf } from '../platform/network/request-url.ts';
import { VERSION } from '../platform/version.ts';
import type { Endpoint } from './endpoints.ts';

/** A text in two compressed forms, each as base64. */
export interface DashboardFile {
  gzip: string;
  brotli: string;
}

/** The built dashboard. `main`, `editor`, `theme`, `mailFrame` and `style` are names in `files`, with a hash. */
export interface DashboardFiles {
  main: string;
  /** The modules that `main` imports. */
  preloads: readonly string[];
  editor: string;
  theme: string;
  mailFrame: string;
  style: string;
  files: Readonly<Record<string, DashboardFile>>;
}

const ABOUT = 'A self-hosted service for email templates: the backend of an email editor and of AI agents.';

/** The paths that programs are told at `/`, with descriptions. */
const PLACES = [
  ['/dashboard', 'The dashboard, for browsers'],
  ['/docs', 'The documentation; /llms.txt lists its pages'],
  ['/openapi', 'API documentation, to read and to try'],
  ['/openapi/json', 'The same as an OpenAPI document'],
  ['/sdk/galley.js', 'The client for browsers, an ES module'],
  ['/api/v1/mcp', 'The tool server for AI agents (Model Context Protocol), POST only'],
  ['/api/v1/health', 'Health'],
] as const;

/** The dashboard at `/` and `/dashboard`. `load` is called at the first request of a browser. */
export function dashboardEndpoints(load: () => Promise<DashboardFiles>, server: PictureServer): Endpoint[] {
  let loaded: Promise<LoadedDashboard> | undefined;
  const read = () => {
    loaded ??= load().then((files) => new LoadedDashboard(files, pictureSources(server)));
    return loaded;
  };
  const answerPage = async (request: Request) => {
    requireGet(request);
    return (await read()).page(request);
  };
  return [
    {
      path: '/',
      isPage: true,
      handle: (request) => {
        requireGet(request);
        return request.headers.get('accept')?.includes('text/html') ? answerPage(request) : answerAddresses();
      },
    },
    { path: '/dashboard', isForOwnPages: true, isPage: true, handle: answerPage },
    { path: '/dashboard/*', isForOwnPages: true, isPage: true, handle: answerPage },
    {
      path: '/dashboard/files/*',
      isForOwnPages: true,
      handle: async (request) => {
        requireGet(request);
        return (await read()).file(request);
      },
    },
    {
      path: '/dashboard/editor',
      isPage: true,
      isForOwnPages: true,
      handle: async (request) => {
        requireGet(request);
        return (await read()).editorPage(request);
      },
    },
    {
      path: '/dashboard/mail-frame',
      isForOwnPages: true,
      handle: async (request) => {
        requireGet(request);
        return (await read()).mailFrame(request);
      },
    },
  ];
}

type PictureServer = Pick<Deps, 'baseUrl' | 'mediaUrl'>;

/**
 * Further sources of the server's own pictures, each with a leading space: the CDN, and the base URL, which may differ from the
 * address of the page. Templates made at one name of this machine are also shown at the other.
 */
function pictureSources({ baseUrl, mediaUrl }: PictureServer): string {
  const bases = mediaUrl === '' ? [baseUrl] : [baseUrl, mediaUrl];
  const { origin, hostname } = new URL(baseUrl);
  if (hostname === 'localhost') bases.push(origin.replace('//localhost', '//127.0.0.1'));
  return bases.map((base) => ` ${new URL(base).origin}`).join('');
}

function answerAddresses(): Response {
  const links = Object.fromEntries(PLACES.map(([path, text]) => [path, text]));
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-cache', vary: 'Accept' };
  return new Response(JSON.stringify({ name: 'galley', version: VERSION, about: ABOUT, links }), { headers });
}

/** Pages may run scripts and styles of this server only, and connect to it only. */
const PAGE_POLICY = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data: blob:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'frame-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};

/**
 * The editor shows mails unchanged: with their own styles, and with pictures and fonts of other servers. Scripts of
 * mails do not run.
 */
const EDITOR_POLICY = {
  ...PAGE_POLICY,
  'style-src': "'self' 'unsafe-inline' https:",
  'img-src': '* data: blob:',
  'media-src': '* data: blob:',
  'font-src': '* data:',
};

const writePolicy = (policy: Readonly<Record<string, string>>): string =>
  Object.entries(policy)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ');

/**
 * The policy of the frame that shows a mail. Its origin is opaque, so that a mail can reach neither the cookies nor the
 * page. Pictures of other servers, which reveal to them who reads the mail, are loaded only on request.
 */
const framePolicy = (images: string) =>
  [
    'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox',
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'unsafe-inline'",
    `img-src 'self' data: blob:${images}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ');

const FOREVER = 'public, max-age=31536000, immutable';

class LoadedDashboard {
  readonly #built: DashboardFiles;
  /** Further sources of the server's own pictures, with a leading space. */
  readonly #pictures: string;

  constructor(built: DashboardFiles, pictures: string) {
    this.#built = built;
    this.#pictures = pictures;
  }

  page(request: Request): Response {
    const policy = { ...PAGE_POLICY, 'img-src': PAGE_POLICY['img-src'] + this.#pictures };
    return this.#answerPage(request, this.#built.main, policy, this.#built.preloads);
  }

  /** A separate page, because the policy of the others does not allow the styles of mails. */
  editorPage(request: Request): Response {
    return this.#answerPage(request, this.#built.editor, EDITOR_POLICY);
  }

  /** Links are relative, because a proxy may serve this under another path. */
  #answerPage(
    request: Request,
    script: string,
    policy: Readonly<Record<string, string>>,
    preloads: readonly string[] = [],
  ): Response {
    const depth = urlOf(request).pathname.split('/').length - 2;
    const files = `${'../'.repeat(depth)}dashboard/files`;
    const { theme, style } = this.#built;
    return answerHtml(
      `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Galley</title>
<link rel="icon" href="data:,">
<script src="${files}/${theme}"></script>
<link rel="stylesheet" href="${files}/${style}">
${preloads.map((part) => `<link rel="modulepreload" href="${files}/${part}">\n`).join('')}<script type="module" src="${files}/${script}"></script>
</head>
<body>
<div id="root"></div>
<noscript>The dashboard needs JavaScript. <a href="${'../'.repeat(depth)}docs">/docs</a> describes Galley.</noscript>
</body>
</html>
`,
      { 'content-security-policy': writePolicy(policy), 'x-frame-options': 'DENY' },
    );
  }

  /** An empty document whose script shows the HTML that the page sends to it. */
  mailFrame(request: Request): Response {
    const images = urlOf(request).searchParams.get('images') === 'all' ? ' https: http:' : this.#pictures;
    return answerHtml(
      `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Mail</title><script src="files/${this.#built.mailFrame}"></script></head><body></body></html>
`,
      { 'content-security-policy': framePolicy(images), 'x-frame-options': 'SAMEORIGIN' },
    );
  }

  file(request: Request): Response {
    const { pathname } = urlOf(request);
    const name = pathname.slice(pathname.lastIndexOf('/') + 1);
    const file = Object.hasOwn(this.#built.files, name) ? this.#built.files[name] : undefined;
    if (file === undefined) throw notFound('File');
    const accepted = request.headers.get('accept-encoding') ?? '';
    const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined;
    const bytes = Buffer.from(encoding === 'gzip' ? file.gzip : file.brotli, 'base64');
    // A blob, because otherwise the runtime copies the bytes for each client that reads slowly.
    return new Response(new Blob([encoding === undefined ? brotliDecompressSync(bytes) : bytes]), {
      headers: {
        'content-type': name.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8',
        'cache-control': FOREVER,
        'x-content-type-options': 'nosniff',
        // The frame for mails has an origin of its own and loads its script from here.
        'cross-origin-resource-policy': 'cross-origin',
        vary: 'Accept-Encoding',
        ...(encoding && { 'content-encoding': encoding }),
      },
    });
  }
}

function answerHtml(html: string, more: Record<string, string>): Response {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-cache',
    vary: 'Accept',
    ...more,
  };
  return new Response(html, { headers });
}
