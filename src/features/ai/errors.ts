import { DomainError } from '../../platform/errors.ts';
import type { Actor } from '../../platform/scope.ts';
import { noModel } from './model/index.ts';

/** What the caller can do instead: an agent with its tools, a person with an editor. */
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

/** Reading a picture needs a model. Only people send one: there is no tool for it. */
export const designNeedsModel = () => noModel('Rebuild the design by hand.');

/** The finding has no automatic fix, and no model is configured. */
export const fixNeedsModel = (suggestion: string | undefined) =>
  noModel(
    `This finding has no mechanical fix; it is put right by hand${suggestion ? `: ${suggestion}` : '.'}`,
  );

/**
 * What a model answered, twice, could not be used; nothing was changed. `faults`: what is wrong with it, whole
 * sentences, worst first.
 */
export const answerNotUsable = (faults: readonly string[]) =>
  new DomainError(
    'validation_failed',
    `The model’s answer could not be used, and neither could its second try: ${faults[0] ?? 'it was empty.'} Nothing was changed; try again, or ask for less at once.`,
    faults.length > 1 ? { errors: { answer: faults.slice(0, 20) } } : {},
  );

/** A model did not keep, twice, what a text has to keep. `faults`: what is different. */
export const rewriteFailed = (faults: readonly string[]) =>
  new DomainError(
    'validation_failed',
    `The model did not keep the merge tags and inline markup of the text, and neither did its second try: ${faults.slice(0, 10).join(' ')} The text stays as it is.`,
    faults.length > 1 ? { errors: { text: faults.slice(0, 20) } } : {},
  );

/** More than a model can be shown. */
export const templateTooLong = (actor: Actor) =>
  new DomainError(
    'too_large',
    `The template is too long to be shown to a model. ${adviceTo(actor, {
      agent: 'Change it with update-template operations.',
      person: 'Change it by hand.',
    })}`,
  );
