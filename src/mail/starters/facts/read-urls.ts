import { distinct } from './facts.ts';
import { URL_IN_TEXT } from './patterns.ts';

/** Web addresses of a prompt that may be links: whole, without passwords, not those of this service. */
export function readUrls(prompt: string, ownUrl: string): string[] {
  const ownHost = URL.parse(ownUrl)?.host;
  const found = [...prompt.matchAll(URL_IN_TEXT)].map(([url]) => url.replace(/[.,;:!?)\]}*_]+$/, ''));
  return distinct(found.filter((url) => isLinkable(url, ownHost)));
}

function isLinkable(text: string, ownHost: string | undefined): boolean {
  const url = URL.parse(text);
  if (url === null || url.host === ownHost) return false;
  return url.username === '' && url.password === '' && url.hostname.includes('.');
}

/** How an address is shown: host and path, as people write it. */
export function showUrl(url: string): string {
  const { host, pathname } = new URL(url);
  const shown = `${host.replace(/^www\./, '')}${pathname.replace(/\/$/, '')}`;
  return shown.length > 60 ? `${shown.slice(0, 59)}…` : shown;
}
