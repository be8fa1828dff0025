import type { DomainError } from '../platform/errors.ts';
import type { Scope } from '../platform/scope.ts';
import type { SentNames } from './editor-compat/requests.ts';
import type { IgnoredFields } from './ignored-fields.ts';
import type { RequestInput } from './input.ts';
import type { Route } from './route.ts';

/** Derived from a request before its operation is performed. */
export interface Call {
  scope: Scope;
  /** Headers that every answer has: which pages may read it, its id and the tenant's rate limit. */
  headers: Record<string, string>;
  /** The error if the rate limit is reached. Thrown before the body is read. */
  refusal: DomainError | undefined;
  /** Length of the answer's body, if measured. */
  bytes?: number;
  /** The field names that the request used, once it has been read. */
  sent?: SentNames;
}

/** Input that the request cannot choose freely: the path parameters, and the project of a backend. */
export function authorizedInput(parameters: Record<string, string>, { scope }: Call): Record<string, string> {
  return scope.kind === 'project' ? { ...parameters, project_id: scope.projectId } : parameters;
}

/** Whether an editor or another page in a browser sent the request. */
export function isFromEditorTab({ scope }: Call, request: Request): boolean {
  return scope.kind === 'tenant' ? scope.tab !== undefined : request.headers.has('origin');
}

export function recordBytes(call: Call, bytes: number): void {
  call.bytes = bytes;
}

/** Remembers the names for error messages, and lists ignored fields in a header. Returns the input. */
export function recordNames(
  ignoredFields: IgnoredFields,
  route: Route,
  call: Call,
  { input, sent, ignored }: RequestInput,
): unknown {
  call.sent = sent;
  ignoredFields.note(route, ignored, call.headers);
  return input;
}
