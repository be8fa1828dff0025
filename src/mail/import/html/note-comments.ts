import { type ImportRun, note } from '../import-run.ts';
import type { CommentNode, ElementNode } from '../markup/node.ts';

/** Says what was in comments for Outlook that did not go into html blocks. */
export function noteComments(run: ImportRun, root: ElementNode): void {
  for (const comment of commentsBelow(root)) {
    if (run.keptComments.has(comment) || !isForOutlook(comment.text)) continue;
    note(run, 'Outlook-only content', 'Conditional comments were left out.', comment);
  }
}

/** `[if mso]>…`, but not the comments that hide something from Outlook, which have nothing in them. */
function isForOutlook(text: string): boolean {
  return (
    /^\s*\[if\b[^\]]*\](?:>|&gt;)?\s*\S/i.test(text) &&
    !/^\s*\[if\s*!\s*(?:mso|vml)[^\]]*\]>\s*(?:<!)?\s*$/i.test(text)
  );
}

function* commentsBelow(element: ElementNode): Generator<CommentNode, void, undefined> {
  for (const child of element.children) {
    if (child.kind === 'comment') yield child;
    if (child.kind === 'element') yield* commentsBelow(child);
  }
}
