import { DASHBOARD_PATH } from '../../addresses.ts';
import type { Output } from '../../data/operations.ts';

/** What a link of the service is for. */
export type LinkFacts = Output<'describeLink'>;

/** Where the token is kept until it is used, because a person may have to sign in before they join a team. */
const STORED = 'galley.link';

/** The token of the link that was opened last. */
export function readToken(): string {
  const token = location.hash.slice(1);
  if (token !== '') {
    sessionStorage.setItem(STORED, token);
    // Others may see the history of the browser.
    history.replaceState(history.state, '', location.pathname);
  }
  return sessionStorage.getItem(STORED) ?? '';
}

/** Forgets the token and opens the dashboard. */
export function leaveLink(next: 'sign_in' | null): void {
  sessionStorage.removeItem(STORED);
  location.assign(next === 'sign_in' ? `${DASHBOARD_PATH}/sign-in` : DASHBOARD_PATH);
}
