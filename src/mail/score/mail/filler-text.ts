/** Words of "Lorem ipsum", without those that are words of living languages. */
const WORDS = new Set(
  (
    'lorem ipsum dolor amet consectetur adipiscing adipisicing elit eiusmod incididunt labore dolore magna aliqua enim minim ' +
    'veniam quis nostrud exercitation ullamco laboris aliquip commodo consequat duis aute irure reprehenderit voluptate ' +
    'velit esse cillum fugiat nulla pariatur excepteur sint occaecat cupidatat proident culpa officia deserunt mollit ' +
    'laborum phasellus vestibulum pellentesque curabitur maecenas vivamus suspendisse praesent aliquam donec nunc mauris ' +
    'tincidunt sollicitudin vulputate ullamcorper'
  ).split(' '),
);
const LEAST_WORDS = 5;
const LEAST_SHARE = 0.4;

/** Whether a text is "Lorem ipsum": a text that designers put in before there are words. */
export function isFiller(words: readonly string[]): boolean {
  if (words.length < LEAST_WORDS) return false;
  const found = words.filter((word) => WORDS.has(word.toLowerCase())).length;
  return found / words.length >= LEAST_SHARE;
}
