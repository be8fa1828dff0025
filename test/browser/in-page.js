/* Runs in the page that shows a mail: what a reader sees of it. Read as text by browser.ts, never imported. */
(() => {
  const CANVAS = { light: [255, 255, 255, 1], dark: [18, 18, 18, 1] };

  const isShown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });

  /** Visible elements, in order: where they are and what they say. */
  function boxes(selector) {
    return [...document.querySelectorAll(selector)].filter(isShown).map((element) => {
      const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
      const text = element.textContent.trim();
      return { left, right, top, bottom, width, height, text, src: element.currentSrc ?? '' };
    });
  }

  /** The visible innermost cells, by their text: where they are. */
  function cells() {
    const inner = [...document.querySelectorAll('td')].filter((cell) => !cell.querySelector('td'));
    const found = inner.filter((cell) => isShown(cell) && cell.textContent.trim() !== '');
    return Object.fromEntries(
      found.map((cell) => {
        const { left, right, top, bottom, width } = cell.getBoundingClientRect();
        return [cell.textContent.trim(), { left, right, top, bottom, width }];
      }),
    );
  }

  /** Visible pieces of text in the order of the document. Padding of invisible characters is none. */
  function runs() {
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const parent = node.parentElement;
      const text = node.data.replace(/[\u034f\u200c\u00a0\s]+/g, ' ').trim();
      if (text === '' || !isShown(parent) || parent.closest('style, script, title')) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const rects = [...range.getClientRects()].filter((rect) => rect.width > 1 && rect.height > 1);
      if (rects.length > 0) found.push({ node, parent, text, rects });
    }
    return found;
  }

  /** All that can be read, on one line. */
  const words = () =>
    runs()
      .map(({ text }) => text)
      .join(' ');

  /** Where each piece of text is. */
  const lines = () =>
    runs().map(({ text, rects }) => ({
      text,
      left: Math.min(...rects.map((rect) => rect.left)),
      right: Math.max(...rects.map((rect) => rect.right)),
      top: rects[0].top,
    }));

  function parse(color) {
    const [red, green, blue, alpha = 1] = color.match(/[\d.]+/g).map(Number);
    return [red, green, blue, alpha];
  }

  function over(top, bottom) {
    const mixed = [0, 1, 2].map((channel) => top[channel] * top[3] + bottom[channel] * (1 - top[3]));
    return [...mixed, 1];
  }

  function backgroundOf(element) {
    const layers = [];
    for (let at = element; at; at = at.parentElement)
      layers.push(parse(getComputedStyle(at).backgroundColor));
    const scheme = getComputedStyle(document.documentElement).colorScheme;
    const isDark = scheme.includes('dark') && matchMedia('(prefers-color-scheme: dark)').matches;
    return layers.reduceRight((bottom, top) => over(top, bottom), isDark ? CANVAS.dark : CANVAS.light);
  }

  function luminance(color) {
    const [red, green, blue] = color.map((channel) => {
      const share = channel / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }

  function contrast(one, other) {
    const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  }

  /** Each piece of text that is not mere decoration, with its contrast to what is behind it. */
  const contrasts = () =>
    runs()
      .filter(({ parent }) => !parent.closest('[aria-hidden="true"]'))
      .map(({ text, parent }) => {
        const style = getComputedStyle(parent);
        const background = backgroundOf(parent);
        const size = Number.parseFloat(style.fontSize);
        return {
          text,
          color: style.color,
          background: `rgb(${background.slice(0, 3).map(Math.round).join(', ')})`,
          contrast: contrast(over(parse(style.color), background), background),
          isLarge: size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700),
        };
      });

  /** How much of the page is beyond the right or left edge of the window, in pixels. */
  const overflow = () => document.documentElement.scrollWidth - window.innerWidth;

  /** How light the page behind everything is, from 0 to 1. */
  const pageLight = () => luminance(backgroundOf(document.body));

  globalThis.seen = { boxes, cells, words, lines, contrasts, overflow, pageLight };
})();
