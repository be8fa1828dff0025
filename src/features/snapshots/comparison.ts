import {
  type DiffSummary,
  describeDiff,
  diffContent,
  listChanges,
  planOperations,
  summarizeDiff,
  type TemplateContent,
} from '../../mail/model/index.ts';
import type { TenantContext } from '../../platform/operation.ts';
import { ownerOf } from '../../platform/scope.ts';
import type { TemplateState } from './snapshot.ts';

/** Two contents to compare, as UTF-8 bytes of their JSON. */
export interface ComparisonJob {
  before: Uint8Array;
  after: Uint8Array;
  answer: 'full' | 'compact' | 'both';
}

/** The differences of two contents: as text, or in full as JSON, which answers contain without parsing it. */
export interface Comparison {
  summary: DiffSummary;
  /** For `compact` and `both`. */
  diff?: string;
  /** For `full` and `both`: JSON of the parts of the answer, by name. */
  parts?: { blocks: string; settings: string; others: string; operations: string };
  /** For `full` and `both`: why there are no operations. */
  reason?: string;
}

const decoder = new TextDecoder();

/** Compares two contents; takes milliseconds for newsletters, half a second for the largest contents. */
export function compareContents({ before, after, answer }: ComparisonJob): Comparison {
  const [previous, next] = [before, after].map((bytes) => JSON.parse(decoder.decode(bytes))) as [
    TemplateContent,
    TemplateContent,
  ];
  const diff = diffContent(previous, next);
  const summary = summarizeDiff(diff);
  const text = answer === 'full' ? {} : { diff: describeDiff(diff) };
  if (answer === 'compact') return { summary, ...text };
  const planned = planOperations(previous, next, diff);
  return {
    summary,
    ...text,
    parts: {
      blocks: JSON.stringify(listChanges(diff)),
      settings: JSON.stringify(diff.settings),
      others: JSON.stringify(diff.others),
      operations: JSON.stringify(planned.operations),
    },
    ...(planned.operations === null && { reason: planned.reason }),
  };
}

/** The comparison of a content with itself. */
function emptyComparison(answer: ComparisonJob['answer']): Comparison {
  const summary = { added: 0, removed: 0, moved: 0, changed: 0, settings: 0 };
  const text = answer === 'full' ? {} : { diff: 'No differences.' };
  if (answer === 'compact') return { summary, ...text };
  return { summary, ...text, parts: { blocks: '[]', settings: '[]', others: '[]', operations: '[]' } };
}

/** Largest size of both contents together for a comparison on the serving thread, which takes a few milliseconds. */
const MAX_INLINE_BYTES = 128 * 1024;

/** Compares two states of a template, large ones in a worker process. Equal contents have the same id. */
export async function compareStates(
  { deps, scope }: TenantContext,
  from: Pick<TemplateState, 'contentId' | 'json'>,
  to: Pick<TemplateState, 'contentId' | 'json'>,
  answer: ComparisonJob['answer'],
): Promise<Comparison> {
  if (from.contentId === to.contentId) return emptyComparison(answer);
  const job = { before: from.json, after: to.json, answer };
  const isLarge = from.json.byteLength + to.json.byteLength > MAX_INLINE_BYTES;
  return isLarge
    ? deps.services.snapshots.comparers.run(job, { owner: ownerOf(scope) })
    : compareContents(job);
}
