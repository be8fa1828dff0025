/** The path of the server, `/` unless a proxy serves it below a path of its own. It ends with a slash. */
export const SERVER_PATH = new URL('../../', import.meta.url).pathname;

/** Where the dashboard's pages are. */
export const DASHBOARD_PATH = `${SERVER_PATH}dashboard`;

/** A path of the service, such as `api/v1/health`, as this page reaches it. */
export const pathOf = (path: string): string => SERVER_PATH + path;
