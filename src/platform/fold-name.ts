/**
 * Text in the form in which names are compared: compatible characters made equal, then without case. Upper and not
 * lower case, because only that makes ß equal to SS, ς to σ and ı to I; İ, which has no partner, becomes a plain I.
 */
export function foldName(text: string): string {
  return text.normalize('NFKC').toUpperCase().replaceAll('İ', 'I').normalize('NFC');
}
