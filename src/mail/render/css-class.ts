/** The classes that are there, as the value of a class attribute; undefined when there are none. */
export function writeCssClass(...names: (string | undefined)[]): string | undefined {
  const present = names.filter((name) => name !== undefined && name !== '');
  return present.length > 0 ? present.join(' ') : undefined;
}
