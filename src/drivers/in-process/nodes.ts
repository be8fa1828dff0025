import type { Nodes } from '../../platform/ports/nodes.ts';

/** For an installation of one server whose database no other one can use. */
export class OneServer implements Nodes {
  readonly isShared = false;
  readonly mayServe = true;
  readonly others = 0;
  readonly faults = [];
  async probe(): Promise<string[]> {
    return [];
  }
  onReplaced(): void {}
  async close(): Promise<void> {}
}
