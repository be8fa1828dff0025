import { DomainError } from '../../platform/errors.ts';
import { providerNotConfigured } from './provider/model.ts';

/** Nobody to ask for a change of a template there is already. */
export const modificationNeedsModel = () =>
  providerNotConfigured(
    'You can make the change yourself: read the template with get-template (format "outline", then block_ids), and send operations with update-template.',
  );

/** Nobody to ask for another wording. */
export const rewritingNeedsModel = () =>
  providerNotConfigured(
    'You can rewrite the text yourself: keep its merge tags and inline markup exactly, and store it with an update-template operation {"op":"update","id":"<block>","fields":{"content":"…"}}.',
  );

/** Nobody to look at a picture. */
export const designNeedsModel = () =>
  providerNotConfigured(
    'You can rebuild the design yourself: look at it, and write its blocks with create-template or update-template.',
  );

/** Nothing mechanical puts a finding right, and there is nobody to ask. */
export const fixNeedsModel = (suggestion: string | undefined) =>
  providerNotConfigured(
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
export const templateTooLong = () =>
  new DomainError(
    'too_large',
    'The template is too long to be shown to a model. Change it with update-template operations, or by hand.',
  );
