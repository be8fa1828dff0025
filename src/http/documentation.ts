import type { TSchema } from '@sinclair/typebox';
import viewerStyle from 'swagger-ui-dist/swagger-ui.css' with { type: 'file' };
import viewerScript from 'swagger-ui-dist/swagger-ui-bundle.js' with { type: 'file' };
import viewerLicense from 'swagger-ui-dist/swagger-ui-bundle.js.LICENSE.txt' with { type: 'file' };
import { requireGet } from '../platform/errors.ts';
import { VERSION } from '../platform/version.ts';
import type { Endpoint } from './endpoints.ts';
import { describeService } from './openapi.ts';
import { createPublicFiles } from './public-files.ts';
import type { Route } from './route.ts';

/** The OpenAPI document of these routes, and a viewer that loads nothing from other servers. */
export function documentationEndpoints(
  routes: readonly Route[],
  schemas: Readonly<Record<string, TSchema>>,
): Endpoint[] {
  let document: Blob | undefined;
  // Built at the first request, to keep the start short. A blob is not copied for each client that reads slowly.
  const readDocument = () => {
    document ??= new Blob([JSON.stringify(describeService(routes, schemas))]);
    return document;
  };
  return [
    {
      path: '/openapi',
      isPage: true,
      handle: (request) => answerGet(request, () => answerPage(VIEWER_PAGE)),
    },
    { path: '/openapi/json', handle: (request) => answerGet(request, () => answerJson(readDocument())) },
    { path: '/openapi/*', isForAnybody: true, handle: createPublicFiles(loadViewer) },
  ];
}

function answerGet(request: Request, answer: () => Response): Response {
  requireGet(request);
  return answer();
}

function answerJson(json: Blob): Response {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-cache' };
  return new Response(json, { headers });
}

/** Pages may run scripts and styles of this server only. The viewer draws its icons as `data:` pictures. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

function answerPage(html: string): Response {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': CONTENT_SECURITY_POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-cache',
    vary: 'Accept',
  };
  return new Response(html, { headers });
}

const VIEWER_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Galley API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="openapi/swagger-ui.css?v=${VERSION}">
<script src="openapi/swagger-ui-bundle.js?v=${VERSION}" defer></script>
<script src="openapi/viewer.js?v=${VERSION}" defer></script>
</head>
<body>
<div id="viewer"></div>
<noscript>The viewer needs JavaScript; the document itself is at <a href="openapi/json">/openapi/json</a>.</noscript>
</body>
</html>
`;

/** `validatorUrl: null`: otherwise the viewer sends the document's address to a service on the internet. */
const VIEWER_START = `SwaggerUIBundle({ url: 'openapi/json', dom_id: '#viewer', deepLinking: true, validatorUrl: null, docExpansion: 'none' });
`;

async function loadViewer(): Promise<Record<string, string>> {
  return {
    'swagger-ui-bundle.js': await Bun.file(viewerScript).text(),
    'swagger-ui-bundle.js.LICENSE.txt': await Bun.file(viewerLicense).text(),
    'swagger-ui.css': await Bun.file(viewerStyle).text(),
    'viewer.js': VIEWER_START,
  };
}
