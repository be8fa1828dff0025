import type { Static } from '@sinclair/typebox';
import type { OperationContext } from '../../platform/operation.ts';
import { ownerOf } from '../../platform/scope.ts';
import { requireTemplateWithContent } from '../templates/index.ts';
import type { FixInput } from './schema.ts';

/** A finding about the text of one block, with the fix that needs no language model. */
interface TextFinding {
  /** The rule that found it. */
  rule: string;
  /** The text after the rule's own fix; undefined without a fix, or when the finding is gone. */
  fixed: string | undefined;
  /** The message of the rule now; undefined when the finding is gone. */
  message: string | undefined;
  suggestion: string | undefined;
  /** Whether the rule still finds the same in another version of the text. */
  isStillIn(html: string): Promise<boolean>;
}

/**
 * Checks one finding of a score again: in the stored template, with the HTML of its block as the editor has it.
 * @throws not_found when there is no such template
 */
export async function examineFinding(
  { deps, scope, signal }: Pick<OperationContext<'tenant'>, 'deps' | 'scope' | 'signal'>,
  { template_id, content: html, finding, merge_tags = [] }: Static<typeof FixInput>,
): Promise<TextFinding> {
  const row = await requireTemplateWithContent(scope, deps.db.reader, template_id);
  const { id, message } = finding;
  const content = Buffer.from(row.json).toString();
  const knownTags = merge_tags.length === 0 ? undefined : merge_tags.map(({ value }) => value);
  const turn = { owner: ownerOf(scope), signal };
  const check = (text: string) =>
    deps.services.scoring.rater.checkFinding({ content, id, message, html: text, knownTags }, turn);
  const { count, suggestion, ...checked } = await check(html);
  return {
    ...checked,
    suggestion: suggestion ?? finding.suggestion,
    isStillIn: async (other) => (await check(other)).count >= Math.max(count, 1),
  };
}
