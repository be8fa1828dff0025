import { domainToASCII } from 'node:url';

/** One plain address: no name, no list, nothing a header or a command could be continued with. */
const ADDRESS = /^([^\s<>()[\]\\,;:"@\p{Cc}]{1,64})@([^\s<>()[\]\\,;:"@\p{Cc}]{1,253})$/u;

/**
 * An address in the form in which two of them can be compared: the part before the @ as it is, because only its server
 * knows whether case matters there; the domain in lower case and Punycode. Undefined for anything that is not one address.
 */
export function normalizeAddress(text: string): string | undefined {
  const [, local, domain] = ADDRESS.exec(text) ?? [];
  if (local === undefined || domain === undefined) return undefined;
  const ascii = domainToASCII(domain.toLowerCase());
  return ascii === '' ? undefined : `${local}@${ascii}`;
}
