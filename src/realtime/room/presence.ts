import type { EndUser } from '../channel-auth.ts';

export interface PresenceChange {
  kind: 'came' | 'left';
  person: EndUser;
}

interface Connection {
  person: EndUser;
  server: string;
}

/** Which people have a template open, on all servers, with their connections. */
export class Presence {
  readonly #connections: Map<string, Connection>;
  /** How many connections each person has, in the order of coming. */
  readonly #counts = new Map<string, number>();

  constructor(connections: Iterable<[name: string, Connection]> = []) {
    this.#connections = new Map(connections);
    for (const { person } of this.#connections.values()) this.#count(person.id, 1);
  }

  get people(): EndUser[] {
    return [...this.#connections.values()].map(({ person }) => person);
  }

  connectionsOf(server: string): string[] {
    return [...this.#connections].filter(([, one]) => one.server === server).map(([name]) => name);
  }

  /** A connection has come. Returns the person if it is the first one. */
  add(name: string, user: EndUser, server: string): PresenceChange | undefined {
    if (this.#connections.has(name)) return undefined;
    this.#connections.set(name, { person: user, server });
    return this.#count(user.id, 1) === 1 ? { kind: 'came', person: user } : undefined;
  }

  /** A connection has gone. Returns the person if it was the last one. */
  remove(name: string): PresenceChange | undefined {
    const person = this.#connections.get(name)?.person;
    if (person === undefined) return undefined;
    this.#connections.delete(name);
    return this.#count(person.id, -1) === 0 ? { kind: 'left', person } : undefined;
  }

  toJSON(): [name: string, Connection][] {
    return [...this.#connections];
  }

  #count(id: string, change: 1 | -1): number {
    const count = (this.#counts.get(id) ?? 0) + change;
    if (count === 0) this.#counts.delete(id);
    else this.#counts.set(id, count);
    return count;
  }
}

/** As the protocol sends it to who joins. Agents are present without a connection. */
export function describePresence(people: readonly EndUser[]) {
  const byId = new Map(people.map((person) => [person.id, person]));
  return { presence: { count: byId.size, ids: [...byId.keys()], hash: Object.fromEntries(byId) } };
}
