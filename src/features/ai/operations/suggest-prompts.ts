import { Type } from '@sinclair/typebox';
import type { StarterName } from '../../../mail/starters/choose-starter.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { type Brand, readBrand } from '../../projects/index.ts';
import { ContentInput, requireTemplate, TemplateId } from '../../templates/index.ts';
import { isModelConfigured } from '../model/index.ts';
import { asSchema } from '../model/request.ts';
import { askChecked, type Checked } from '../prompting/ask-checked.ts';
import {
  createFence,
  describeBrand,
  describeTags,
  FENCE_RULES,
  toTags,
  writeMessage,
} from '../prompting/prompt.ts';
import { OfferedTags, Suggestions } from '../schema.ts';

/** The editor shows this many. */
const COUNT = 3;

const MAX_LENGTH = 120;

const SYSTEM = `You suggest what email a company might want to make next, to somebody in front of an empty canvas. Answer with a JSON object: "suggestions", ${COUNT} different requests of at most 12 words each, as that person would write them, in the language of the brand's texts (English when there are none). Fit them to the brand and to the data the merge tags promise.

${FENCE_RULES}`;

const Answer = asSchema({
  type: 'object',
  properties: { suggestions: { type: 'array', items: { type: 'string' } } },
  required: ['suggestions'],
});

export const suggestPrompts = defineOperation({
  name: 'suggestPrompts',
  summary: 'Three prompts to begin a mail with',
  scope: 'tenant',
  effect: 'write',
  requestClass: 'render',
  feature: 'ai_generation',
  input: Type.Object({
    template_id: TemplateId,
    content: Type.Optional(ContentInput),
    merge_tags: OfferedTags,
  }),
  output: Suggestions,
  async run(context, { template_id, merge_tags }) {
    const { deps, scope } = context;
    await requireTemplate(scope, deps.db.reader, template_id);
    const brand = await readBrand(context);
    if (!isModelConfigured(deps)) return { suggestions: builtinSuggestions(brand, COUNT) };
    const fence = createFence();
    const suggestions = await askChecked(
      context,
      {
        operation: 'suggest',
        system: SYSTEM,
        fence,
        content: writeMessage(fence, [describeBrand(fence, brand), describeTags(fence, toTags(merge_tags))]),
        schema: Answer,
        maxOutputTokens: 400,
      },
      readSuggestions,
    );
    return { suggestions };
  },
});

function readSuggestions(answer: unknown): Checked<string[]> {
  const { suggestions } = Object(answer) as { suggestions?: unknown };
  const texts = Array.isArray(suggestions)
    ? suggestions.filter((text) => typeof text === 'string').map((text) => text.trim().slice(0, MAX_LENGTH))
    : [];
  const different = [...new Set(texts.filter((text) => text !== ''))].slice(0, COUNT);
  return different.length === COUNT
    ? { ok: true, value: different }
    : { ok: false, faults: [`"suggestions" must be a list of ${COUNT} different texts.`] };
}

/** Prompts for the built-in designs that most senders need first. `{name}` becomes the name of the company. */
const PROMPTS: readonly [starter: StarterName, prompt: string][] = [
  ['welcome', 'Welcome new customers of {name} and show them three first steps'],
  ['newsletter', 'A monthly newsletter of {name} with three stories'],
  ['promotion', 'Announce a discount of 20% at {name} with one clear button'],
];

/** Prompts from which the built-in designs make good mails, one for each of the first designs. */
export function builtinSuggestions(brand: Brand, count: number): string[] {
  const name = brand.company_name ?? 'our company';
  return PROMPTS.slice(0, count).map(([, prompt]) => prompt.replace('{name}', () => name));
}
