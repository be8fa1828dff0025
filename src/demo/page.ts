import template from './host-page.html.txt' with { type: 'text' };
import { EDITOR_ENTRY, EDITOR_HASHES } from './published-editor.ts';

interface DemoPage {
  html: string;
  headers: Record<string, string>;
}

interface DemoPageOptions {
  /** Where the editor's modules are. */
  base: string;
  /** Names of this server under which the page opens websockets. */
  hosts: readonly string[];
  /** Random, for the scripts of the page. */
  nonce: string;
  /** Whether the page shows how to connect agents. */
  offersKey: boolean;
}

/** The host page: what a product's own page does to show an editor. */
export function writeDemoPage({ base, hosts, nonce, offersKey }: DemoPageOptions): DemoPage {
  const html = template
    .replace('%AGENTS%', offersKey ? '' : 'hidden')
    .replaceAll('%NONCE%', nonce)
    .replaceAll('%EDITOR%', base + EDITOR_ENTRY)
    .replace('%IMPORT_MAP%', writeImportMap(base));
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': writePolicy(base, hosts, nonce),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  };
  return { html, headers };
}

/**
 * The page runs its own scripts and the editor's. Styles may be inline, because texts of mails have style attributes.
 * Pictures and fonts of mails come from anywhere.
 */
function writePolicy(base: string, hosts: readonly string[], nonce: string): string {
  const editor = base.startsWith('/') ? "'self'" : base;
  const sockets = hosts
    .filter((host) => HOST_NAME.test(host))
    .flatMap((host) => [`ws://${host}:*`, `wss://${host}:*`]);
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}' ${editor}`,
    "style-src 'self' 'unsafe-inline' https:",
    'img-src * data: blob:',
    'media-src * data: blob:',
    'font-src * data:',
    ["connect-src 'self'", ...new Set(sockets)].join(' '),
    "frame-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Names and IPv4 addresses; policies cannot name IPv6 addresses. */
const HOST_NAME = /^[a-z\d.-]+$/i;

/** Hashes of the modules, so that the browser refuses a changed one. */
function writeImportMap(base: string): string {
  const hashes = Object.entries(EDITOR_HASHES).map(([file, hash]) => [base + file, `sha384-${hash}`]);
  return JSON.stringify({ integrity: Object.fromEntries(hashes) });
}
