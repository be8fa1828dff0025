interface Span {
  text: string;
  start: number;
  /** After the last character. */
  end: number;
}

/**
 * The pieces of a text from an opening mark to the next closing one, such as comments. Takes linear time: a pattern
 * such as `<!--[\s\S]*?-->` searches the rest of the text again for each opening mark without an end.
 * @param open a global pattern
 * @param closeOf the global pattern of the closing mark that belongs to an opening one
 */
export function listSpans(text: string, open: RegExp, closeOf: (opening: string) => RegExp): Span[] {
  const spans: Span[] = [];
  const missing = new Set<string>();
  open.lastIndex = 0;
  for (let opening = open.exec(text); opening; opening = open.exec(text)) {
    const close = closeOf(opening[0]);
    if (missing.has(close.source)) continue;
    close.lastIndex = open.lastIndex;
    if (close.exec(text) === null) {
      missing.add(close.source);
      continue;
    }
    spans.push({
      text: text.slice(opening.index, close.lastIndex),
      start: opening.index,
      end: close.lastIndex,
    });
    open.lastIndex = close.lastIndex;
  }
  return spans;
}

/** The text with the pieces of `listSpans` replaced. */
export function replaceSpans(
  text: string,
  open: RegExp,
  closeOf: (opening: string) => RegExp,
  replace: (span: string) => string,
): string {
  let replaced = '';
  let from = 0;
  for (const { text: span, start, end } of listSpans(text, open, closeOf)) {
    replaced += text.slice(from, start) + replace(span);
    from = end;
  }
  return replaced + text.slice(from);
}

/** The HTML comments of a text. */
export function listComments(html: string): string[] {
  return listSpans(html, /<!--/g, () => /-->/g).map(({ text }) => text);
}

/** Whether a comment, or a mark such as `<!--<![endif]-->`, is conditional: Outlook reads what it holds or surrounds. */
export function isConditional(comment: string): boolean {
  return /^<!--\s*(?:\[if\b|<!\[endif)/i.test(comment);
}

export function replaceComments(html: string, replace: (comment: string) => string): string {
  return replaceSpans(html, /<!--/g, () => /-->/g, replace);
}
