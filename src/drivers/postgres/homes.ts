import { stopwatch } from '../../platform/clock.ts';
import { hmacSha256Hex, randomBytes } from '../../platform/crypto.ts';
import type { Logger } from '../../platform/log.ts';
import type { Bus } from '../../platform/ports/bus.ts';
import type { Fingerprint, Homes, OtherServer } from '../../platform/ports/homes.ts';
import type { Locks } from '../../platform/ports/locks.ts';
import { describeDifferences } from './differing-settings.ts';
import { HomeListeners } from './home-listeners.ts';
import { lockOfServer, numberOfServer } from './locks.ts';
import { Registry, type RegistryOptions, type ShardRow, shuffle } from './registry.ts';
import { noHome, SHARDS, type ShardTerms, shardOf } from './shard-terms.ts';

/** How often a server checks which servers are there, and the shortest interval between two checks. */
const LOOK_MS = 1_000;
const SHORTEST_LOOK_MS = 50;

/** How long a request waits until its tenant has a home. A server that is cut off counts as gone after 11 seconds. */
const WAIT_MS = 15_000;
const POLL_MS = 10;

/** How long requests may take before the shard of their tenant is given away anyway. */
const DRAIN_MS = 5_000;

/** Largest difference between the clocks of two servers. */
const CLOCK_DIFFERENCE_MS = 2_500;

/** A message that makes all servers check immediately. */
const TOPIC = 'homes.changed';

interface Options extends RegistryOptions {
  locks: Locks;
  bus: Bus;
  terms: ShardTerms;
  /** Of the installation. */
  secret: Uint8Array;
  settings: Fingerprint;
  log: Pick<Logger, 'info' | 'warn'>;
}

/**
 * Tenants are divided into shards, and the shards evenly among the servers. A server is there as long as it holds a lock with its
 * number. Each takes shards that have no server, up to its part, and gives away what it has above that.
 */
export class PostgresHomes implements Homes {
  readonly isShared = true;
  readonly #options: Options;
  readonly #registry: Registry;
  readonly #ending = new AbortController();
  readonly #listeners = new HomeListeners();
  /** The other servers that are there, by number. */
  #servers = new Map<number, OtherServer>();
  /** The number of the server that has each shard. */
  #places: (number | undefined)[] = [];
  /** Number of running requests, by shard. */
  readonly #busy: number[] = Array(SHARDS).fill(0);
  readonly #leaving = new Set<number>();
  #id: number | undefined;
  #isLeavingAll = false;
  #work = Promise.resolve();
  #running: Promise<void> | undefined;
  #wake: () => void = () => {};
  #isFaultLogged = false;

  constructor(options: Options) {
    this.#options = options;
    this.#registry = new Registry(options);
    options.bus.subscribe(TOPIC, () => this.#wake());
  }

  get id(): number | undefined {
    return this.#id;
  }

  find(tenantId: number): OtherServer | undefined | Promise<OtherServer | undefined> {
    if (this.has(tenantId)) return undefined;
    return this.#otherOf(shardOf(tenantId)) ?? this.#wait(tenantId);
  }

  has(tenantId: number): boolean {
    const shard = shardOf(tenantId);
    return this.#options.terms.of(shard) !== undefined && !this.#leaving.has(shard);
  }

  async during<Result>(tenantId: number, job: () => Promise<Result>): Promise<Result> {
    const shard = shardOf(tenantId);
    this.#busy[shard] = (this.#busy[shard] ?? 0) + 1;
    try {
      return await job();
    } finally {
      this.#busy[shard] = (this.#busy[shard] ?? 1) - 1;
    }
  }

  since(tenantId: number): number | undefined {
    const term = this.#options.terms.of(shardOf(tenantId));
    return term && term.since + CLOCK_DIFFERENCE_MS;
  }

  others = () => [...this.#servers.values()].filter(({ address }) => address !== '');

  faults = () => [...describeDifferences(this.#options.settings, this.others()), ...this.#registry.faults];

  server = (id: number) => this.others().find((one) => one.id === id);

  passFor(id: number): string {
    return hmacSha256Hex(this.#options.secret, `server ${id}`);
  }

  onArrive: Homes['onArrive'] = (listener) => void this.#listeners.onArrive.push(listener);

  onLeave: Homes['onLeave'] = (listener) => void this.#listeners.onLeave.push(listener);

  refresh(): void {
    this.#wake();
  }

  async open(address: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#running ??= this.#run(address, resolve);
    await promise;
  }

  leave(): Promise<void> {
    return this.#inTurn(async () => {
      const id = this.#id;
      if (id === undefined) return;
      const { servers, locks } = await this.#registry.read();
      if (!servers.some((one) => one.id !== id && one.address !== '' && locks.has(numberOfServer(one.id))))
        return;
      this.#isLeavingAll = true;
      await this.#registry.hide(id);
      await this.#release(this.#options.terms.shards());
    });
  }

  async close(): Promise<void> {
    this.#ending.abort();
    await this.#running;
    await this.#registry.close();
  }

  async #run(address: string, whenThere: () => void): Promise<void> {
    const { locks, settings } = this.#options;
    while (!this.#ending.signal.aborted) {
      const id = new DataView(randomBytes(4).buffer).getUint32(0);
      await locks
        .withLock([lockOfServer(id)], (lost) => this.#takePart({ id, address, settings }, lost, whenThere))
        .catch((error) => this.#logFault(error));
      if (!this.#ending.signal.aborted) await Bun.sleep(SHORTEST_LOOK_MS);
    }
    whenThere();
  }

  async #takePart(server: OtherServer, lost: AbortSignal, whenThere: () => void): Promise<void> {
    const giveUp = () => this.#giveUp();
    lost.addEventListener('abort', giveUp, { once: true });
    const over = AbortSignal.any([lost, this.#ending.signal]);
    try {
      await this.#registry.add(server);
      this.#id = server.id;
      this.#options.bus.publish(TOPIC, {});
      while (!over.aborted) {
        await this.#inTurn(() => this.#look(server.id, over)).catch((error) => this.#logFault(error));
        whenThere();
        await this.#pause(over);
      }
    } finally {
      giveUp();
      await this.#registry.remove([server.id]).catch(() => {});
      this.#options.bus.publish(TOPIC, {});
    }
  }

  async #look(id: number, over: AbortSignal): Promise<void> {
    const { terms, log, settings } = this.#options;
    const { servers, shards, locks } = await this.#registry.read();
    const isThere = (one: { id: number }) => one.id === id || locks.has(numberOfServer(one.id));
    const there = servers.filter(isThere);
    const gone = servers.filter((one) => !isThere(one));
    const before = [...this.#servers.keys()].join();
    this.#servers = new Map(there.filter((one) => one.id !== id).map((one) => [one.id, one]));
    this.#notePlaces(shards, id);
    if (gone.length > 0) await this.#registry.remove(gone.map((one) => one.id));
    if (over.aborted || this.#isLeavingAll) return;
    // A server without an address is about to stop.
    const part = Math.ceil(SHARDS / Math.max(1, there.filter(({ address }) => address !== '').length));
    const free = shards.filter(({ id: shard, serverId }) =>
      serverId === id ? terms.of(shard) === undefined : !there.some((one) => one.id === serverId),
    );
    if (free.length > 0 && terms.size < part) {
      await this.#take(id, shuffle(free).slice(0, part - terms.size), over);
    } else if (terms.size > part) await this.#release(terms.shards().slice(part));
    if (before !== [...this.#servers.keys()].join()) {
      log.info({ servers: there.length, shards: terms.size, of: SHARDS }, 'servers have come or gone');
      for (const fault of describeDifferences(settings, this.others())) log.warn(fault);
    }
    this.#isFaultLogged = false;
  }

  async #take(id: number, wanted: readonly ShardRow[], over: AbortSignal): Promise<void> {
    const taken = await this.#registry.take(id, wanted);
    for (const { id: shard } of taken) this.#places[shard] = id;
    if (taken.length === 0 || over.aborted) return;
    this.#options.bus.publish(TOPIC, {});
    await this.#listeners.tellArriving(taken.map((shard) => shard.id));
    if (over.aborted) return;
    for (const shard of taken) this.#options.terms.begin(shard.id, shard.term);
  }

  /** Records which server has each shard. Drops shards that another server has taken from this one. */
  #notePlaces(shards: readonly ShardRow[], id: number): void {
    const { terms } = this.#options;
    const lost: number[] = [];
    for (const { id: shard, serverId, term } of shards) {
      this.#places[shard] = serverId ?? undefined;
      const held = terms.of(shard);
      if (held !== undefined && (serverId !== id || term !== held.number)) lost.push(shard);
    }
    this.#lose(lost);
  }

  /** Gives shards away once their requests have been answered. */
  async #release(shards: readonly number[]): Promise<void> {
    if (this.#id === undefined || shards.length === 0) return;
    for (const shard of shards) this.#leaving.add(shard);
    const elapsed = stopwatch();
    while (shards.some((shard) => this.#isBusy(shard)) && elapsed() < DRAIN_MS) await Bun.sleep(POLL_MS);
    for (const error of await this.#listeners.tellLeaving(shards)) this.#logFault(error);
    try {
      await this.#registry.release(this.#id, shards);
    } finally {
      this.#end(shards, false);
      this.#options.bus.publish(TOPIC, {});
    }
  }

  #giveUp(): void {
    this.#id = undefined;
    this.#lose(this.#options.terms.shards());
  }

  /** Drops shards. Writes of listeners are refused from now on, because another server may have changed the data. */
  #lose(shards: readonly number[]): void {
    this.#end(shards, !this.#ending.signal.aborted);
    void this.#listeners.tellLeaving(shards);
  }

  #end(shards: readonly number[], isLost: boolean): void {
    for (const shard of shards) {
      this.#options.terms.end(shard, isLost || this.#isBusy(shard));
      this.#leaving.delete(shard);
      if (this.#places[shard] === this.#id) this.#places[shard] = undefined;
    }
  }

  #inTurn(job: () => Promise<void>): Promise<void> {
    const done = this.#work.then(job);
    this.#work = done.catch(() => {});
    return done;
  }

  #isBusy(shard: number): boolean {
    return (this.#busy[shard] ?? 0) > 0;
  }

  #otherOf(shard: number): OtherServer | undefined {
    const place = this.#places[shard];
    return place === undefined || place === this.#id ? undefined : this.#servers.get(place);
  }

  async #wait(tenantId: number): Promise<OtherServer | undefined> {
    const elapsed = stopwatch();
    while (elapsed() < WAIT_MS) {
      this.#wake();
      await Bun.sleep(POLL_MS);
      if (this.has(tenantId)) return undefined;
      const other = this.#otherOf(shardOf(tenantId));
      if (other !== undefined) return other;
    }
    throw noHome();
  }

  async #pause(over: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, LOOK_MS);
    const first = Bun.sleep(SHORTEST_LOOK_MS);
    this.#wake = () => void first.then(resolve);
    over.addEventListener('abort', () => resolve(), { once: true });
    if (over.aborted) resolve();
    await promise;
    clearTimeout(timer);
  }

  #logFault(error: unknown): void {
    if (this.#isFaultLogged || this.#ending.signal.aborted) return;
    this.#isFaultLogged = true;
    this.#options.log.warn({ err: error }, 'it could not be read which servers there are; it is tried again');
  }
}
