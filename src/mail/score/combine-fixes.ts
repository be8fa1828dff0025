import {
  type ContentOperation,
  type ContentOperations,
  editContent,
  MAX_OPERATIONS,
  type TemplateContent,
} from '../model/index.ts';
import { makeTrialIds } from './fix.ts';
import { type MailFacts, readMail } from './mail/read-mail.ts';
import type { Finding, Rule } from './rule.ts';
import { scoreMail } from './score.ts';

/** Most rounds of fixing and checking again; one block rarely needs more. */
const MAX_ROUNDS = 6;

/**
 * One list of operations that does what the fixes of all findings do. Each fix is made for the content as it is, so two
 * fixes of one block would undo each other. Therefore each round takes one fix for every block, and the next round
 * checks the changed content.
 */
export function combineFixes(
  content: TemplateContent,
  facts: MailFacts,
  rules: readonly Rule[],
): ContentOperations | undefined {
  const operations: ContentOperation[] = [];
  const makeId = makeTrialIds();
  let current = content;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const fixes = chooseFixes(findAll(current, facts, rules));
    if (fixes.length === 0 || operations.length + fixes.length > MAX_OPERATIONS) break;
    const edited = editContent(current, fixes, { makeId });
    if (!edited.ok) break;
    operations.push(...fixes);
    current = edited.content;
  }
  return operations.length === 0 ? undefined : dropOverwritten(operations);
}

function findAll(content: TemplateContent, facts: MailFacts, rules: readonly Rule[]): Finding[] {
  const { areas } = scoreMail(readMail(content, facts), rules);
  return Object.values(areas).flatMap((area) => area.findings);
}

/** The fixes of one round; no two of them change the same thing. */
function chooseFixes(findings: readonly Finding[]): ContentOperation[] {
  const touched = new Set<string>();
  const chosen: ContentOperation[] = [];
  for (const { fix } of findings) {
    const targets = fix?.map(targetOf) ?? [];
    if (fix === undefined || targets.some((target) => touched.has(target))) continue;
    if (chosen.length + fix.length > MAX_OPERATIONS) break;
    for (const target of targets) touched.add(target);
    chosen.push(...fix);
  }
  return chosen;
}

/** The target of an operation. All operations that move or add blocks have the same target: the order. */
function targetOf({ op, id, ids, fields }: ContentOperation): string {
  if (op === 'update_settings')
    return `settings ${Object.keys(fields ?? {})
      .sort()
      .join()}`;
  if (op === 'add' || op === 'move') return 'order';
  return `block ${id ?? ids?.join() ?? ''}`;
}

/** Leaves out updates that a later update of the same block overwrites completely. */
function dropOverwritten(operations: readonly ContentOperation[]): ContentOperations {
  return operations.filter((operation, index) => {
    if (operation.op !== 'update' || operation.id === undefined) return true;
    return !operations.slice(index + 1).some((later) => overwrites(later, operation));
  });
}

function overwrites(later: ContentOperation, earlier: ContentOperation): boolean {
  if (later.op !== 'update' || later.id !== earlier.id) return false;
  return Object.keys(earlier.fields ?? {}).every((key) => {
    const value = later.fields?.[key];
    return value !== undefined && (typeof value !== 'object' || Array.isArray(value));
  });
}
