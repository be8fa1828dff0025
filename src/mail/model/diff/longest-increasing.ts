/**
 * The positions of a longest increasing subsequence of different numbers, in O(n log n). What is not in it is the
 * smallest set that has to be moved for the rest to be in order.
 */
export function findLongestIncreasing(values: readonly number[]): Set<number> {
  // `ends[n]`: position of the smallest value that ends an increasing subsequence of n + 1 values.
  const ends: number[] = [];
  const previous = new Int32Array(values.length);
  for (const [position, value] of values.entries()) {
    const length = countSmaller(values, ends, value);
    previous[position] = length === 0 ? -1 : (ends[length - 1] as number);
    ends[length] = position;
  }
  const kept = new Set<number>();
  for (let position = ends.at(-1) ?? -1; position >= 0; position = previous[position] as number) {
    kept.add(position);
  }
  return kept;
}

function countSmaller(values: readonly number[], ends: readonly number[], value: number): number {
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[ends[middle] as number] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
