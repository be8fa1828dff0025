/** Letters of a text that have capitals, and how many of them are. Letters of other scripts have no case. */
export function countCases(text: string): { upper: number; cased: number } {
  let upper = 0;
  let lower = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code >= 97 && code <= 122) lower += 1;
    else if (code >= 65 && code <= 90) upper += 1;
    else if (code > 127) return countOfAnyScript(text);
  }
  return { upper, cased: upper + lower };
}

function countOfAnyScript(text: string): { upper: number; cased: number } {
  const upper = text.match(/\p{Lu}/gu)?.length ?? 0;
  const lower = text.match(/\p{Ll}/gu)?.length ?? 0;
  return { upper, cased: upper + lower };
}
