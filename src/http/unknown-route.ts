import { DomainError } from '../platform/errors.ts';
import type { Route } from './route.ts';

/** `method_not_allowed` if the path exists with another method, otherwise `not_found`. */
export function describeUnknownRoute(routes: readonly Route[], request: Request): DomainError {
  const { pathname } = new URL(request.url);
  const methods = routes.filter((route) => matchesPath(route.path, pathname)).map((route) => route.method);
  if (methods.length > 0) {
    const allow = [...new Set(methods)].join(', ');
    const message = `${request.method} is not possible here; ${allow} would be.`;
    return new DomainError('method_not_allowed', message, { facts: { allow } });
  }
  return new DomainError(
    'not_found',
    'There is nothing under this address. The API is described at /openapi.',
  );
}

function matchesPath(pattern: string, pathname: string): boolean {
  const steps = pattern.split('/');
  const given = pathname.split('/');
  const fits = (step: string, i: number) => (step.startsWith(':') ? given[i] !== '' : step === given[i]);
  return steps.length === given.length && steps.every(fits);
}
