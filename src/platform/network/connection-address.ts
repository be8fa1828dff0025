/** The values of `sslmode` in PostgreSQL. */
const SSL_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'];

/**
 * What is wrong with the address of a database or of Redis, to follow the name of its setting in a sentence; undefined
 * if the address is valid. It does not quote the address, which may contain a password.
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

/** Clients percent-decode user, password and name. */
function isDecodable({ username, password, pathname }: URL): boolean {
  try {
    decodeURIComponent(`${username}:${password}${pathname}`);
    return true;
  } catch {
    return false;
  }
}

/** The text with the address's password replaced by `…`, because servers may quote it in error messages. */
export function hidePassword(address: string, text: string): string {
  const url = URL.parse(address);
  const stored = url?.password || url?.searchParams.get('password') || '';
  if (stored === '') return text;
  return [stored, decodeURIComponent(stored)].reduce((rest, secret) => rest.replaceAll(secret, '…'), text);
}
