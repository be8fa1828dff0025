import { mapOutsideMergeTags } from '../../parse/merge-tags.ts';

const HOST = /^(https?:\/\/)([^/?#]*[^\x20-\x7e][^/?#]*)/i;

/** An address as it may stand in plain text: mail clients end a link at white space, brackets and other scripts. */
export function writePlainAddress(address: string): string {
  const withHost = address.replace(HOST, (whole, scheme, host) =>
    URL.canParse(whole) ? `${scheme}${new URL(whole).host}` : `${scheme}${host}`,
  );
  return mapOutsideMergeTags(withHost, (piece) =>
    piece
      .toWellFormed()
      .replace(/[\s<>"]|[^\x20-\x7e]/gu, encodeURIComponent)
      .replaceAll('(', '%28')
      .replaceAll(')', '%29'),
  );
}
