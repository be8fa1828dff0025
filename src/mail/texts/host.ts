const HTTP = /^\s*https?:\/\/(?:[^/?#@\s]*@)?([^/?#:\s]+)/i;

/** Characters of a host that are read; longer ones are none. */
const MAX_HOST = 253;

/** The host a web address leads to, in lower case; undefined for other texts and for hosts with merge tags. */
export function hostOf(url: string): string | undefined {
  const host = HTTP.exec(url.slice(0, 2048))?.[1]?.toLowerCase();
  if (host === undefined || host.length > MAX_HOST || /[^\p{L}\p{N}.-]/u.test(host)) return undefined;
  return host;
}
