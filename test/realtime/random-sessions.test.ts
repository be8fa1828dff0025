import { afterAll, beforeAll, test } from 'bun:test';
import { assertEndsEqual } from './random-session.ts';
import { type Rig, startRig, stopRig } from './rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => stopRig(rig));

test('pages, an agent and a program that change the same block in any order end equal', async () => {
  await assertEndsEqual(rig, [
    ...(['type', 'type', 'typeOwn', 'agent', 'agent', 'agentOwn'] as const),
    ...(['put', 'restore', 'undo', 'undo'] as const),
  ]);
}, 600_000);

test('pages, an agent and a program that add, move and delete blocks in any order end equal', async () => {
  await assertEndsEqual(rig, [
    ...(['move', 'move', 'move', 'agentMove', 'agentMove', 'add', 'agentAdd'] as const),
    ...(['remove', 'agentDelete', 'put', 'typeOwn', 'undo'] as const),
  ]);
}, 600_000);

test('pages and an agent that undo nothing lose none of their own texts in any order', async () => {
  await assertEndsEqual(
    rig,
    [
      ...(['type', 'typeOwn', 'typeOwn', 'agent', 'agentOwn', 'agentOwn'] as const),
      ...(['move', 'agentMove', 'add', 'agentAdd'] as const),
    ],
    { keepsOwn: true },
  );
}, 600_000);
