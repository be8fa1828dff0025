/** What the generator of realtime load is told on its standard input. */
export interface RealtimePlan {
  /** Of the servers: the sockets are spread over them. */
  ports: number[];
  /** Processes of the servers, whose processor time is read. */
  pids: number[];
  /** Path of the websocket, with its query. */
  path: string;
  sockets: number;
  /** How sockets get into channels; left out where the server puts them into one by itself. */
  entry?: {
    /** Path of the channel authorization. */
    path: string;
    token: string;
    user: Record<string, string>;
    /** Sockets are spread over them. */
    channels: string[];
  };
  /** `hold`: connect, say `ready`, and wait for the end of the input. `send`: measure. */
  task: 'hold' | 'send';
}

export interface RealtimeResult {
  /** Deliveries, of one message to one socket. */
  deliveriesPerSecond: number;
  p99Milliseconds: number;
  /** Processor time of the server for a thousand deliveries. */
  serverMilliseconds: number;
  /** Share of a core the generator used. */
  generatorLoad: number;
}
