import { equalInConstantTime, hmacSha256 } from '../../platform/crypto.ts';

export interface CookieNames {
  isSecure: boolean;
  prefix: string;
  session: string;
}

/**
 * With TLS the names have the prefix `__Host-`: browsers then refuse these cookies from other hosts of the domain and
 * over plain HTTP.
 */
export function cookieNamesFor(baseUrl: string): CookieNames {
  const isSecure = baseUrl.startsWith('https:');
  const prefix = isSecure ? '__Host-galley' : 'galley';
  return { isSecure, prefix, session: `${prefix}.session_token` };
}

/** The token in a cookie signed by the authentication library; undefined if the signature is wrong. */
export function readSessionToken(
  headers: Headers,
  { session }: CookieNames,
  secret: string,
): string | undefined {
  const sent = readCookie(headers, session);
  const end = sent?.lastIndexOf('.') ?? -1;
  if (sent === undefined || end <= 0) return undefined;
  const token = sent.slice(0, end);
  const signature = Buffer.from(sent.slice(end + 1), 'base64');
  return equalInConstantTime(signature, hmacSha256(secret, token)) ? token : undefined;
}

export function readCookie(headers: Headers, name: string): string | undefined {
  for (const part of (headers.get('cookie') ?? '').split(';')) {
    const equals = part.indexOf('=');
    if (equals > 0 && part.slice(0, equals).trim() === name) return decode(part.slice(equals + 1).trim());
  }
  return undefined;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** The header with all cookies but one. */
export function withoutCookie(headers: Headers, name: string): string {
  const parts = (headers.get('cookie') ?? '').split(';').map((part) => part.trim());
  return parts.filter((part) => !part.startsWith(`${name}=`)).join('; ');
}
