import type { Deps } from '../../platform/deps.ts';
import { methodNotAllowed, notFound } from '../../platform/errors.ts';
import { isFromOwnOrigin } from '../../platform/network/own-origin.ts';
import { urlOf } from '../../platform/network/request-url.ts';
import { AccountCall, type AccountHandler, type AccountRoutes } from './account-call.ts';
import { foreignOrigin } from './errors.ts';
import { forgottenPasswordRoutes } from './routes/forgotten-password.ts';
import { linkRoutes } from './routes/links.ts';
import { passkeyRoutes } from './routes/passkeys.ts';
import { sessionRoutes } from './routes/sessions.ts';
import { signInRoutes } from './routes/sign-in.ts';
import { singleSignOnRoutes } from './routes/single-sign-on.ts';
import { twoFactorRoutes } from './routes/two-factor.ts';
import { ACCOUNT_OPERATIONS, type AccountHandlers, type AccountOperation } from './schema.ts';

/** Where the routes are. */
export const ACCOUNT_PREFIX = '/api/v1/account';

const HANDLERS: AccountHandlers = {
  ...signInRoutes,
  ...linkRoutes,
  ...sessionRoutes,
  ...passkeyRoutes,
  ...twoFactorRoutes,
  ...forgottenPasswordRoutes,
};

/** Reads the input of an operation, if it has one. */
const toRoute = ([pattern, { input }]: [string, AccountOperation]): [string, AccountHandler] => {
  const handle = HANDLERS[pattern as keyof AccountHandlers] as (
    call: AccountCall,
    input: unknown,
  ) => Promise<object>;
  return [pattern, async (call) => handle(call, input && (await call.readInput(input)))];
};

const ACCOUNT_ROUTES: AccountRoutes = {
  ...Object.fromEntries(Object.entries<AccountOperation>(ACCOUNT_OPERATIONS).map(toRoute)),
  ...singleSignOnRoutes,
};

/** Answers requests to sign-in and the person's own account. Errors are thrown. */
export function createAccountHandler(deps: Deps) {
  return async (request: Request, readAddress: () => string): Promise<Response> => {
    const { handler, params } = findRoute(request);
    const changesSomething = request.method !== 'GET' && request.method !== 'HEAD';
    if (changesSomething && !isFromOwnOrigin(request.headers, deps)) throw foreignOrigin();
    const call = new AccountCall(deps, request, params, readAddress());
    const result = await handler(call);
    if (result instanceof Response) return result;
    return Response.json(result, { headers: call.answerHeaders });
  };
}

function findRoute(request: Request): { handler: AccountHandler; params: Record<string, string> } {
  const path = urlOf(request).pathname.slice(ACCOUNT_PREFIX.length);
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const otherMethods: string[] = [];
  for (const [pattern, handler] of Object.entries(ACCOUNT_ROUTES)) {
    const [routeMethod = '', routePath = ''] = pattern.split(' ');
    const params = matchPath(routePath, path);
    if (params === undefined) continue;
    if (routeMethod === method) return { handler, params };
    otherMethods.push(routeMethod);
  }
  if (otherMethods.length === 0) throw notFound('Resource');
  throw methodNotAllowed(request.method, otherMethods.join(', '));
}

function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const names = pattern.split('/');
  const given = path.split('/');
  if (names.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [i, name] of names.entries()) {
    const step = given[i] ?? '';
    if (name.startsWith(':') && step !== '') params[name.slice(1)] = step;
    else if (name !== step) return undefined;
  }
  return params;
}
