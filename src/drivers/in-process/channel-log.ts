import { createId } from '../../platform/ids.ts';
import {
  type ChannelLog,
  type ChannelLogReader,
  type ChannelLogs,
  LogLost,
  type LogSnapshot,
} from '../../platform/ports/channel-log.ts';

/** The logs of a single process. */
export class LocalLogs implements ChannelLogs {
  readonly server = createId();

  of<Entry, State>(): ChannelLog<Entry, State> {
    return new LocalLog<Entry, State>();
  }

  close(): void {}
}

/** An entry is folded at once, and nothing is kept. The log is lost with the process. */
export class LocalLog<Entry, State> implements ChannelLog<Entry, State> {
  #epoch: number | undefined;
  #position = 0;
  #reader: ChannelLogReader<Entry> | undefined;

  async open(make: () => Promise<{ epoch: number; room: State }>): Promise<LogSnapshot<State>> {
    const { epoch, room } = await make();
    this.#epoch = epoch;
    this.#position = 0;
    return { epoch, position: 0, last: 0, room };
  }

  async exists(): Promise<boolean> {
    return this.#epoch !== undefined;
  }

  follow(_snapshot: { epoch: number; position: number }, reader: ChannelLogReader<Entry>): () => void {
    this.#reader = reader;
    return () => {
      this.#reader = undefined;
      this.#epoch = undefined;
    };
  }

  async append(epoch: number, entry: Entry): Promise<void> {
    if (epoch !== this.#epoch) throw new LogLost();
    this.#position += 1;
    this.#reader?.fold(this.#position, entry);
  }

  async trim(): Promise<void> {}
}
