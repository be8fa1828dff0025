/* Runs in the page that shows a mail: the boxes of its words. Read as text by viewer.ts, never imported. */
(() => {
  const MOST_WORDS = 4000;
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode() && found.length < MOST_WORDS) {
    const node = walker.currentNode;
    if (node.parentElement.closest('style, script, title, noscript, template')) continue;
    for (const { 0: word, index } of node.data.matchAll(/[^\s\u00a0]+/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const { left, top, width, height } = range.getBoundingClientRect();
      if (width >= 1 && height >= 1) found.push({ word, left, top: top + scrollY, width, height });
    }
  }
  return found;
})();
