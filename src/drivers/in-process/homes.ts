import type { Homes } from '../../platform/ports/homes.ts';

/** For an installation of one server, which is the home of every tenant. */
export class OneHome implements Homes {
  readonly isShared = false;
  readonly id = undefined;
  find(): undefined {}
  during<Result>(_tenantId: number, job: () => Promise<Result>): Promise<Result> {
    return job();
  }
  has(): true {
    return true;
  }
  since(): undefined {}
  others(): [] {
    return [];
  }
  faults(): [] {
    return [];
  }
  server(): undefined {}
  passFor(): string {
    throw new Error('there are no other servers');
  }
  onArrive(): void {}
  onLeave(): void {}
  refresh(): void {}
  async open(): Promise<void> {}
  async leave(): Promise<void> {}
  async close(): Promise<void> {}
}
