import { invalidField } from './errors.ts';

/** Which web origins are meant by a list of them. */
export interface OriginSet {
  /** Every origin is. */
  isAny: boolean;
  has(origin: string): boolean;
}

const WILDCARD = '*.';

/** `origins`: exact ones, `https://*.example.com` for all subdomains (any depth, not the domain itself), or `*`. */
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

/** What pages have as their origin inside of the usual wrappers that make apps of them. */
const APP_ORIGIN = /^(capacitor|ionic|tauri):\/\/[\w.-]+$/;

/**
 * An origin in the form in which browsers send it: lower case, without a standard port or a slash at the end, names
 * beyond ASCII in Punycode. Throws `validation_failed` for anything else than an http or https origin, or one of an app.
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
