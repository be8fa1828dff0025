/** Letters of a text that have capitals, and how many of them are. Letters of other scripts have no case. */
export function countCases(text: string): { upper: number; cased: number } {
  const upper = text.match(/\p{Lu}/gu)?.length ?? 0;
  const lower = text.match(/\p{Ll}/gu)?.length ?? 0;
  return { upper, cased: upper + lower };
}
