import { DomainError } from '../../platform/errors.ts';
import type { Actor } from '../../platform/scope.ts';
import { noModel } from './model/index.ts';

/** Advice for the caller: an agent has tools, a person an editor. */
const adviceTo = ({ kind }: Actor, { agent, person }: Record<'agent' | 'person', string>) =>
  kind === 'agent' ? agent : person;

/** Changing an existing template needs a model. */
export const modificationNeedsModel = (actor: Actor) =>
  noModel(
    adviceTo(actor, {
      agent:
        'You can make the change yourself: read the template with get-template (format "outline", then block_ids), and send operations with update-template.',
      person: 'Change the template by hand.',
    }),
  );

/** Rewriting needs a model. */
export const rewritingNeedsModel = (actor: Actor) =>
  noModel(
    adviceTo(actor, {
      agent:
        'You can rewrite the text yourself: keep its merge tags and inline markup exactly, and store it with an update-template operation {"op":"update","id":"<block>","fields":{"content":"…"}}.',
      person: 'Rewrite the text by hand.',
    }),
  );

/** Reading a picture needs a model. Only people can send one, because no tool takes pictures. */
export const designNeedsModel = () => noModel('Rebuild the design by hand.');

/** The finding has no automatic fix, and no model is configured. */
export const fixNeedsModel = (suggestion: string | undefined) =>
  noModel(`This finding has no automatic fix. Fix it by hand${suggestion ? `: ${suggestion}` : '.'}`);

/**
 * The model's answer was not usable, twice; nothing was changed. `faults`: whole sentences, worst first.
 */
export const answerNotUsable = (faults: readonly string[]) =>
  new DomainError(
    'validation_failed',
    `The model’s answer could not be used, and neither could its second try: ${faults[0] ?? 'it was empty.'} Nothing was changed; try again, or ask for less at once.`,
    { quotesOthers: true, ...(faults.length > 1 && { errors: { answer: faults.slice(0, 20) } }) },
  );

/** A model changed merge tags or markup of a text, twice. `faults`: the differences. */
export const rewriteFailed = (faults: readonly string[]) =>
  new DomainError(
    'validation_failed',
    `The model did not keep the merge tags and inline markup of the text, and neither did its second try: ${faults.slice(0, 10).join(' ')} The text stays as it is.`,
    { quotesOthers: true, ...(faults.length > 1 && { errors: { text: faults.slice(0, 20) } }) },
  );

/** The template is longer than a model can read. */
export const templateTooLong = (actor: Actor) =>
  new DomainError(
    'too_large',
    `The template is too long for the model. ${adviceTo(actor, {
      agent: 'Change it with update-template operations.',
      person: 'Change it by hand.',
    })}`,
  );
