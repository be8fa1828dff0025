/** `second_factor`, `passkey` and `single_sign_on` are challenges; `device` marks a browser that has signed in. */
export type CookieName = 'session_token' | 'second_factor' | 'passkey' | 'single_sign_on' | 'device';

export function readCookie(headers: Headers, baseUrl: string, name: CookieName): string | undefined {
  const sent = headers.get('cookie');
  if (sent === null) return undefined;
  return new Bun.CookieMap(sent).get(fullName(baseUrl, name)) ?? undefined;
}

/** The value of a `Set-Cookie` header. An age of 0 removes the cookie. */
export function createCookie(baseUrl: string, name: CookieName, value: string, maxAgeMs: number): string {
  return new Bun.Cookie(fullName(baseUrl, name), value, {
    path: '/',
    maxAge: Math.floor(maxAgeMs / 1000),
    httpOnly: true,
    secure: isSecure(baseUrl),
    sameSite: 'lax',
  }).serialize();
}

/**
 * With TLS the names have the prefix `__Host-`: browsers then refuse these cookies from other hosts of the domain and
 * over plain HTTP.
 */
const fullName = (baseUrl: string, name: CookieName) => `${isSecure(baseUrl) ? '__Host-' : ''}galley.${name}`;

const isSecure = (baseUrl: string) => baseUrl.startsWith('https:');
