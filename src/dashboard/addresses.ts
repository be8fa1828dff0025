/** The path of the server: `/`, or the path at which a proxy serves it. It ends with a slash. */
export const SERVER_PATH = new URL('../../', import.meta.url).pathname;

/** Where the dashboard's pages are. */
export const DASHBOARD_PATH = `${SERVER_PATH}dashboard`;

/** The address of the server, as people reach it with this page. It has no slash at its end. */
export const serverUrl = (): string => location.origin + SERVER_PATH.replace(/\/$/, '');

/** The path of a route, such as `api/v1/health`, for requests of this page. */
export const pathOf = (path: string): string => SERVER_PATH + path;
