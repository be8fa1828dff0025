import { invalidField } from '../errors.ts';

/** A set of web origins, see `createOriginSet`. */
export interface OriginSet {
  /** It contains every origin. */
  isAny: boolean;
  has(origin: string): boolean;
}

const WILDCARD = '*.';

/** `origins`: exact origins, `https://*.example.com` for subdomains of any depth without the domain itself, or `*`. */
export function createOriginSet(origins: readonly string[]): OriginSet {
  const isAny = origins.includes('*');
  const isPattern = (origin: string) => origin.includes(`//${WILDCARD}`);
  const exact = new Set(origins.filter((origin) => !isPattern(origin)));
  const patterns = origins.filter(isPattern).map(splitPattern);
  return {
    isAny,
    has: (origin) =>
      isAny ||
      exact.has(origin) ||
      patterns.some(({ scheme, rest }) => {
        const isLonger = origin.length > scheme.length + rest.length;
        return isLonger && origin.startsWith(scheme) && origin.endsWith(rest);
      }),
  };
}

/** `https://*.example.com:8443` → `https://` and `.example.com:8443`. */
function splitPattern(pattern: string): { scheme: string; rest: string } {
  const end = pattern.indexOf(WILDCARD);
  return { scheme: pattern.slice(0, end), rest: pattern.slice(end + 1) };
}

/** Origins of pages in apps that are made with Capacitor, Ionic or Tauri. */
const APP_ORIGIN = /^(capacitor|ionic|tauri):\/\/[\w.-]+$/;

/**
 * An origin as browsers send it: lower case, without a default port or trailing slash, names in Punycode.
 * Throws `validation_failed` unless it is an http or https origin, or that of an app.
 */
export function normalizeOrigin(text: string): string {
  const app = text.toLowerCase().replace(/\/$/, '');
  if (APP_ORIGIN.test(app)) return app;
  const [, scheme = '', wildcard = '', host = ''] =
    /^(https?:\/\/)(\*\.)?([^/?#\\@\s*]+)\/?$/i.exec(text) ?? [];
  const url = `${scheme}${host}`;
  if (host === '' || !URL.canParse(url)) throw invalidOrigin(text);
  const { origin } = new URL(url);
  return wildcard === '' ? origin : origin.replace('//', `//${WILDCARD}`);
}

const invalidOrigin = (text: string) =>
  invalidField(
    'origin',
    text === '*'
      ? 'cannot be "*". A project without origins of its own has those of GALLEY_CORS_ORIGINS; remove the ones it has.'
      : 'must be an origin such as https://app.example.com, without a path; https://*.example.com is all subdomains.',
  );
