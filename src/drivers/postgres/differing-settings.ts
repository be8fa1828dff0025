import type { Fingerprint, OtherServer } from '../../platform/ports/homes.ts';

/** A sentence for the operator about each server that has other settings than this one. */
export function describeDifferences(own: Fingerprint, others: readonly OtherServer[]): string[] {
  return others.flatMap(({ address, settings }) => {
    const names = findDifferences(own, settings);
    if (names.length === 0) return [];
    return [
      `This server and the one at ${address} differ in ${names.join(', ')}. Give all servers of the installation the same values, and start those again that you change.`,
    ];
  });
}

/** Another version can have other settings and plans. It is replaced soon. */
function findDifferences(own: Fingerprint, other: Fingerprint): string[] {
  if (own.version !== other.version) return [];
  const names = new Set([...Object.keys(own.hashes), ...Object.keys(other.hashes)]);
  return [...names].filter((name) => own.hashes[name] !== other.hashes[name]).sort();
}
