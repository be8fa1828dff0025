import { DomainError } from '../../platform/errors.ts';

/** Nothing mechanical puts it right, and there is nobody to ask. */
export const needsProvider = (suggestion: string | undefined) =>
  new DomainError(
    'unavailable',
    `AI provider not configured. This finding has no mechanical fix; without a provider the operator has set up it is put right by hand${
      suggestion ? `: ${suggestion}` : '.'
    }`,
  );
