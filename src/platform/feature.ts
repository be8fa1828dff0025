import type { Deps, Services } from './deps.ts';
import type { AnyOperation } from './operation.ts';

/**
 * What a feature adds to the surfaces. Each surface adds its own fields by declaration merging: `http/feature.ts`
 * routes and endpoints, `mcp/feature.ts` tools, resources and prompts.
 */
// biome-ignore lint/suspicious/noEmptyInterface: surfaces add to it
export interface SurfaceParts {}

/** One domain of the service as a value; `src/features.ts` lists them all, lowest first. */
export interface Feature<Settings = unknown> extends SurfaceParts {
  /** Unique, camelCase: the key of its services in `deps.services`. */
  name: string;
  /** Admin operations for the command line. */
  commands?: readonly AnyOperation[];
  /**
   * Makes the feature's services once: caches, limiters, pools. Services of lower features exist already. It must not
   * start work, because commands that only read have services too.
   */
  services?(deps: Deps, settings: Settings): object;
  /** Subscribes to events, and to transactions of lower features. */
  listeners?(deps: Deps): void;
  /** Runs before the first request. If it throws, the service does not start. */
  prepare?(deps: Deps, settings: Settings): Promise<void>;
  /** Starts periodic work, such as sweeps. Returns a function that stops it. */
  background?(deps: Deps, settings: Settings): Stop;
}

/** Called together with the services' `close`, because some background work ends only when they close. */
type Stop = () => Promise<unknown>;

type ServicesOf<Name> = Name extends keyof Services ? Services[Name] : object;

/** Declares a feature. The type of its services is the property of `Services` with its name. */
export function defineFeature<Name extends string, Settings = unknown>(
  feature: Feature<Settings> & {
    name: Name;
    services?(deps: Deps, settings: Settings): ServicesOf<Name>;
  },
): Feature<Settings> {
  return feature;
}

/** The features of an application. The constructor makes their services; `start` adds listeners and background work. */
export class RunningFeatures<Settings> {
  readonly #features: readonly Feature<Settings>[];
  readonly #deps: Deps;
  readonly #settings: Settings;
  readonly #stops = new Map<string, Stop>();

  constructor(features: readonly Feature<Settings>[], deps: Deps, settings: Settings) {
    this.#features = features;
    this.#deps = deps;
    this.#settings = settings;
    for (const feature of features) {
      const services = feature.services?.(deps, settings);
      if (services !== undefined) Object.assign(deps.services, { [feature.name]: services });
    }
  }

  async start(): Promise<void> {
    for (const { listeners } of this.#features) listeners?.(this.#deps);
    this.#deps.leader.start();
    for (const { prepare } of this.#features) await prepare?.(this.#deps, this.#settings);
    for (const { name, background } of this.#features) {
      if (background !== undefined) this.#stops.set(name, background(this.#deps, this.#settings));
    }
  }

  /** Stops background work and closes the services, the highest feature first. */
  async close(): Promise<void> {
    const services = this.#deps.services as unknown as Record<string, { close?(): Promise<unknown> }>;
    for (const { name } of this.#features.toReversed()) {
      await Promise.all([this.#stops.get(name)?.(), services[name]?.close?.()]);
    }
    this.#stops.clear();
  }
}
