import type { Deps } from '../../platform/deps.ts';
import { type Comparison, type ComparisonJob, compareContents, compareNothing } from './comparison.ts';
import type { TemplateState } from './state.ts';

/** Bytes of both contents up to which comparing holds up the server for milliseconds only; two long newsletters. */
const MOST_INLINE_BYTES = 400_000;

/** What changed from one state of a template to another. Equal contents are stored once, so they need not be read. */
export async function compareStates(
  deps: Deps,
  from: Pick<TemplateState, 'contentId' | 'json'>,
  to: Pick<TemplateState, 'contentId' | 'json'>,
  answer: ComparisonJob['answer'],
): Promise<Comparison> {
  if (from.contentId === to.contentId) return compareNothing(answer);
  const job = { before: from.json, after: to.json, answer };
  const isLarge = from.json.byteLength + to.json.byteLength > MOST_INLINE_BYTES;
  return isLarge ? deps.services.snapshots.comparers.run(job) : compareContents(job);
}
