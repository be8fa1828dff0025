/** Groups: everything before the host, and the host. */
const HTTP = /^(\s*https?:\/\/(?:[^/?#@\s]*@)?)([^/?#:\s]+)/i;

/** Longest host name that DNS allows. */
const MAX_HOST = 253;

/** A host name in lower case, and the place of it in its URL. */
interface FoundHost {
  host: string;
  start: number;
  end: number;
}

/** Finds the host of a web address. Undefined for other texts and for a host with merge tags. */
export function findHost(url: string): FoundHost | undefined {
  const [, before = '', written = ''] = HTTP.exec(url.slice(0, 2048)) ?? [];
  const host = written.toLowerCase();
  if (host === '' || host.length > MAX_HOST || /[^\p{L}\p{N}.-]/u.test(host)) return undefined;
  return { host, start: before.length, end: before.length + written.length };
}
