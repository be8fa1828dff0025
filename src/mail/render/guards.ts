import type { Block } from '../model/index.ts';
import { cleanCharacters, inertGuard } from '../parse/escape.ts';

/** Puts the guards of a block's display condition around its MJML; nothing around nothing. */
export function guard(block: Pick<Block, 'displayCondition'>, mjml: string): string {
  const condition = block.displayCondition;
  if (!condition || mjml === '') return mjml;
  return [writeGuard(condition.before), mjml, writeGuard(condition.after)]
    .filter((part) => part !== '')
    .join('\n');
}

function writeGuard(text: string): string {
  const trimmed = cleanCharacters(text).trim();
  return trimmed === '' ? '' : `<mj-raw>${inertGuard(trimmed)}</mj-raw>`;
}
