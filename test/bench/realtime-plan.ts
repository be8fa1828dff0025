/** Input of the generator of realtime load. */
export interface RealtimePlan {
  /** Ports of the servers. The sockets are distributed over them. */
  ports: number[];
  /** Processes of the servers, whose processor time is read. */
  pids: number[];
  /** Path of the websocket, with its query. */
  path: string;
  sockets: number;
  /** How sockets join channels; absent if the server puts them into one by itself. */
  entry?: {
    /** Path of the channel authorization. */
    path: string;
    token: string;
    user: Record<string, string>;
    /** Channels over which the sockets are distributed. */
    channels: string[];
  };
  /** `hold`: connect, say `ready`, and wait for the end of the input. `send`: measure. */
  task: 'hold' | 'send';
}

export interface RealtimeResult {
  /** Deliveries of a message to a socket, per second. */
  deliveriesPerSecond: number;
  p99Milliseconds: number;
  /** Processor time of the server for a thousand deliveries. */
  serverMilliseconds: number;
  /** Share of a core the generator used. */
  generatorLoad: number;
}
