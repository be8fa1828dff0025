/** Largest message of a client: a whole template as escaped JSON, with its envelope. */
export const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;

/** Largest message on a connection that is in no channel. */
export const MAX_UNSUBSCRIBED_BYTES = 64 * 1024;

/** 200 events a second, ten times the rate of fast typing, with room for a burst. */
export const EVENT_LIMIT = { limit: 400, windowMs: 2000 };

/** 2 MB a second. The burst has room for many whole templates, because each step of an undo sends one. */
export const BYTE_LIMIT = { limit: 16 * 1024 * 1024, windowMs: 8000 };

/** Refused events minus accepted events after which a socket is closed. */
export const MAX_REFUSED_EVENTS = 2_000;

export const MAX_EVENT_NAME_BYTES = 200;
export const MAX_CHANNEL_NAME_BYTES = 200;
export const MAX_CHANNELS_PER_SOCKET = 100;

/** Bytes that may wait for a client that reads too slowly: two of the largest messages. */
export const MAX_WAITING_BYTES = 8 * 1024 * 1024;

/** Unsent bytes at which the runtime closes the connection, between two checks of this server. */
export const MAX_BUFFERED_BYTES = 16 * 1024 * 1024;

/** Bytes sent to a channel after which its sockets are checked for slow readers. */
export const SLOW_CHECK_AFTER_BYTES = 1024 * 1024;

/**
 * The server pings a client after this silence. It is checked every 5 s, so something is sent every 30 s at least:
 * reverse proxies close connections that are idle for a minute (nginx: `proxy_read_timeout`, 60 s).
 */
export const PING_AFTER_SECONDS = 25;

/** How long a client may take to answer a ping. */
export const PONG_TIMEOUT_SECONDS = 30;

/**
 * Told to clients: they ping after this silence. Longer than the server's own interval and its check, so that usually
 * only the server pings; the client's ping finds a server that is gone.
 */
export const ACTIVITY_TIMEOUT_SECONDS = 35;

/** How long a recognized socket without a channel is kept when the project has as many sockets as it may have. */
export const UNSUBSCRIBED_GRACE_SECONDS = 10;

/** How long a socket may stay open until a token asks for a channel for it. */
export const AUTHORIZATION_TIMEOUT_SECONDS = 30;

/** Sockets of a project that one network of clients may have open without a token. */
export const MAX_STRANGERS_PER_NETWORK = 200;

/** Connections that one network of clients may open. After a restart, all editors of an office open theirs at once. */
export const UPGRADE_LIMIT = { limit: 2_000, windowMs: 10_000 };

/** How long an agent is shown as present after its last call. */
export const AGENT_PRESENCE_SECONDS = 5 * 60;

/** Agents shown at once; the one that has been idle longest goes first. */
export const MAX_PRESENT_AGENTS = 10_000;
