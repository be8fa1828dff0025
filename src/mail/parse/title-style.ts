import { safeDeclarations } from './safe-style.ts';

/**
 * Font size and line height of a span around a whole title. The heading takes them over, because its lines are at least
 * as high as those of its own font.
 */
export function styleOfWholeTitle(content: string): { size?: string; line?: string } {
  const text = content.trim();
  const style = /^<span style="([^"<>]{1,300})">/i.exec(text)?.[1];
  if (style === undefined || !endsWithFirstSpan(text)) return {};
  const declared = new Map(safeDeclarations(style));
  const size = declared.get('font-size') ?? '';
  const line = declared.get('line-height') ?? '';
  return {
    ...(/^\d{1,3}(?:\.\d{1,2})?px$/.test(size) ? { size } : {}),
    ...(/^\d{1,2}(?:\.\d{1,3})?$/.test(line) ? { line } : {}),
  };
}

/** Whether the span at the beginning of a text ends at its end. */
function endsWithFirstSpan(text: string): boolean {
  let depth = 0;
  for (const { 0: tag, index } of text.matchAll(/<(\/?)span\b[^<>]*>/gi)) {
    depth += tag.startsWith('</') ? -1 : 1;
    if (depth === 0) return index + tag.length === text.length;
  }
  return false;
}
