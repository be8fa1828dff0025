/** What PostgreSQL calls the ways to encrypt a connection. */
const SSL_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'];

/**
 * The end of a sentence that says what is wrong with the address of a database or of Redis, after the name of its setting;
 * undefined if the address looks right. It does not quote the address, which may have a password.
 */
export function findAddressFault(address: string): string | undefined {
  const url = URL.parse(address);
  if (url === null || !isDecodable(url))
    return 'is not a valid address. Write special characters of the password as %XX, such as %2F for "/" and %25 for "%".';
  const mode = url.searchParams.get('sslmode');
  if (mode !== null && !SSL_MODES.includes(mode))
    return `has an sslmode that is none of ${SSL_MODES.join(', ')}. Write verify-full, which encrypts the connection and checks the certificate.`;
  return undefined;
}

/** Clients decode user, password and name. */
function isDecodable({ username, password, pathname }: URL): boolean {
  try {
    decodeURIComponent(`${username}:${password}${pathname}`);
    return true;
  } catch {
    return false;
  }
}

/** The text with `…` for the password of the address, which servers may quote in their answers. */
export function hidePassword(address: string, text: string): string {
  const url = URL.parse(address);
  const stored = url?.password || url?.searchParams.get('password') || '';
  if (stored === '') return text;
  return [stored, decodeURIComponent(stored)].reduce((rest, secret) => rest.replaceAll(secret, '…'), text);
}
