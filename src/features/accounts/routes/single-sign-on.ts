import { DomainError, notFound } from '../../../platform/errors.ts';
import { urlOf } from '../../../platform/network/request-url.ts';
import type { AccountCall, AccountRoutes } from '../account-call.ts';
import { findOrAddProviderAccount, RefusedByPolicy } from '../provider-sign-in.ts';
import { startSession } from '../sessions.ts';
import type { SingleSignOn } from '../single-sign-on.ts';

const START_PAGE = '/dashboard';
const SIGN_IN_PAGE = '/dashboard/sign-in';

/** Browsers open these addresses, so they answer with redirects to pages. */
export const singleSignOnRoutes: AccountRoutes = {
  async 'GET /single-sign-on'(call) {
    const singleSignOn = requireSingleSignOn(call);
    await call.takeRate();
    const returnTo = urlOf(call.request).searchParams.get('return_to') ?? '';
    const root = rootPath(call);
    try {
      const url = await singleSignOn.start(call, isOwnPage(returnTo, root) ? returnTo : root + START_PAGE);
      return redirect(call, url.href);
    } catch (error) {
      return refuse(call, error);
    }
  },

  async 'GET /single-sign-on/callback'(call) {
    const singleSignOn = requireSingleSignOn(call);
    await call.takeRate();
    try {
      const { profile, returnTo } = await singleSignOn.finish(call, urlOf(call.request).search);
      const personId = await findOrAddProviderAccount(call.deps, singleSignOn.provider, profile);
      await startSession(call, personId, 'single sign-on');
      return redirect(call, returnTo);
    } catch (error) {
      return refuse(call, error);
    }
  },
};

function requireSingleSignOn({ deps }: AccountCall): SingleSignOn {
  const { singleSignOn } = deps.services.accounts;
  if (singleSignOn === undefined) throw notFound('Single sign-on');
  return singleSignOn;
}

/** The path of the base URL, without a trailing slash. It is not empty if a proxy serves this server below a path. */
const rootPath = ({ deps }: AccountCall) => new URL(deps.baseUrl).pathname.replace(/\/$/, '');

/** Whether a path is a page of this server. Browsers read `//host` and `/\host` as other servers. */
function isOwnPage(path: string, root: string): boolean {
  const isBelow = path.startsWith(root + START_PAGE);
  return isBelow && /^(?:$|[/?])[\x21-\x5b\x5d-\x7e]*$/.test(path.slice(root.length + START_PAGE.length));
}

/** Redirects to the sign-in page with the reason. The provider's answer is logged. */
function refuse(call: AccountCall, error: unknown): Response {
  const isExpired = error instanceof DomainError && error.code === 'unauthorized';
  const reason = error instanceof RefusedByPolicy ? error.reason : isExpired ? 'expired' : 'failed';
  const { message, code, cause } = error as Error & { code?: string };
  // The library's error says what failed, and its cause why. Neither contains answers of the provider.
  const facts = { message, code, cause: cause instanceof Error ? cause.message : undefined };
  const { address, deps } = call;
  deps.log.warn({ address, reason, error: facts }, 'a single sign-on was refused');
  return redirect(call, `${rootPath(call)}${SIGN_IN_PAGE}?single_sign_on=${reason}`);
}

function redirect({ answerHeaders }: AccountCall, location: string): Response {
  answerHeaders.set('location', location);
  return new Response(null, { status: 302, headers: answerHeaders });
}
