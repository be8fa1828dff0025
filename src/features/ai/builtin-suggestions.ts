import type { StarterName } from '../../mail/starters/choose-starter.ts';
import type { Brand } from '../projects/index.ts';

/** A prompt for some of the built-in designs, those most senders begin with; `{name}` is the company's. */
const PROMPTS: readonly [starter: StarterName, prompt: string][] = [
  ['welcome', 'Welcome new customers of {name} and show them three first steps'],
  ['newsletter', 'A monthly newsletter of {name} with three stories'],
  ['promotion', 'Announce a discount of 20% at {name} with one clear button'],
];

/** Prompts the built-in designs make good mails of; one for each of the first designs. */
export function builtinSuggestions(brand: Brand, count: number): string[] {
  const name = brand.company_name ?? 'our company';
  return PROMPTS.slice(0, count).map(([, prompt]) => prompt.replace('{name}', () => name));
}
