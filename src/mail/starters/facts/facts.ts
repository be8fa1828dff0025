import { shorten } from '../../parse/shorten.ts';
import { URL_IN_TEXT } from './patterns.ts';

/**
 * What a prompt says that has to be in the mail. All plain text as written in the prompt, merge tags that were not
 * offered taken apart.
 */
export interface Facts {
  subject: string | undefined;
  preheader: string | undefined;
  headline: string | undefined;
  /** Label of the button. */
  button: string | undefined;
  /** Of the product or the company. */
  name: string | undefined;
  /** The person that the mail is for. */
  customer: string | undefined;
  speakers: { name: string; talk: string }[];
  /** What the mail is about: "our spring collection". */
  topic: string | undefined;
  /** A whole sentence: "announce that our office opens in May". */
  statement: string | undefined;
  /** Other quoted texts and the points of lists, in order. */
  texts: string[];
  percents: string[];
  codes: string[];
  dates: string[];
  times: string[];
  durations: string[];
  amounts: string[];
  versions: string[];
  urls: string[];
  order: string | undefined;
  tracking: string | undefined;
  place: string | undefined;
  items: Item[];
  total: string | undefined;
  /** Parts of the prompt with names and figures, which may be those above. Without a text, only the facts are for readers. */
  remarks: { text: string | undefined; facts: string[] }[];
}

/** A line of a receipt. */
export interface Item {
  name: string;
  amount: string;
}

/** Facts of one kind that are kept; a mail is no database. */
export const MAX_OF_A_KIND = 12;

/** Keeps the first of each, in order. */
export function distinct(found: Iterable<string>): string[] {
  return [...new Set([...found].map((one) => one.trim()).filter((one) => one !== ''))].slice(
    0,
    MAX_OF_A_KIND,
  );
}

/** Web addresses of a prompt that may be links: whole, without passwords, not those of this service. */
export function readUrls(prompt: string, ownUrl: string): string[] {
  const ownHost = URL.parse(ownUrl)?.host;
  const found = [...prompt.matchAll(URL_IN_TEXT)].map(([url]) =>
    url.replace(/(?<![.,;:!?)\]}*_])[.,;:!?)\]}*_]+$/, ''),
  );
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
  return shorten(shown, 60);
}
