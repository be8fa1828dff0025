import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/clock.ts';

/** A session ends after this time without use. */
export const SESSION_MS = 7 * DAY_MS;

/**
 * A session ends this long after the sign-in, even in use, so that a person who was removed at the provider loses
 * access.
 */
export const MAX_SESSION_MS = 30 * DAY_MS;

/** A session in use is extended at most once in this time. */
export const SESSION_EXTENSION_MS = DAY_MS;

export { FRESH_SIGN_IN_MS } from '../../platform/security/admin-access.ts';

/** Most sessions of a person. A further one ends the oldest. */
export const MAX_SESSIONS = 50;

/** The time of last use of a session is stored at most once in this time. */
export const LAST_SEEN_INTERVAL_MS = 5 * MINUTE_MS;

export const SET_UP_LINK_MS = HOUR_MS;
export const RESET_LINK_MS = HOUR_MS;
export const INVITATION_MS = 7 * DAY_MS;

/** Failed sign-ins are forgotten after this time without a further one. */
export const FAILURES_KEPT_MS = DAY_MS;
