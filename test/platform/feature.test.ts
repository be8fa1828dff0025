import { expect, test } from 'bun:test';
import type { Deps } from '../../src/platform/deps.ts';
import { type Feature, RunningFeatures } from '../../src/platform/feature.ts';

/** Two features that record calls. `fault` is the error that the upper one throws in `prepare`. */
function createFeatures(fault?: Error) {
  const calls: string[] = [];
  const note = (name: string, what: string) => void calls.push(`${name} ${what}`);
  const describe = (name: string): Feature => ({
    name,
    services(deps) {
      note(name, `services after [${Object.keys(deps.services)}]`);
      return { close: async () => note(name, 'close') };
    },
    listeners: () => note(name, 'listeners'),
    async prepare() {
      note(name, 'prepare');
      if (name === 'upper' && fault) throw fault;
    },
    background() {
      note(name, 'background');
      return async () => note(name, 'stop');
    },
  });
  const deps = { services: {}, leader: { start() {} } } as Deps;
  return { calls, deps, features: [describe('lower'), describe('upper')] };
}

const MADE = ['lower services after []', 'upper services after [lower]'];
const STARTED = ['lower listeners', 'upper listeners', 'lower prepare', 'upper prepare'];

test('features start from the lowest and close from the highest', async () => {
  const { calls, deps, features } = createFeatures();
  const running = new RunningFeatures(features, deps, {});
  expect(calls).toEqual(MADE);
  await running.start();
  await running.close();
  const rest = [
    'lower background',
    'upper background',
    'upper stop',
    'upper close',
    'lower stop',
    'lower close',
  ];
  expect(calls).toEqual([...MADE, ...STARTED, ...rest]);
});

test('services that were never started are closed', async () => {
  const { calls, deps, features } = createFeatures();
  await new RunningFeatures(features, deps, {}).close();
  expect(calls).toEqual([...MADE, 'upper close', 'lower close']);
});

test('a feature that refuses to start keeps background work from starting', async () => {
  const { calls, deps, features } = createFeatures(new Error('no'));
  const running = new RunningFeatures(features, deps, {});
  await expect(running.start()).rejects.toThrow('no');
  await running.close();
  expect(calls).toEqual([...MADE, ...STARTED, 'upper close', 'lower close']);
});
