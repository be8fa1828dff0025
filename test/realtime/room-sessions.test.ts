import { test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../support/property-runs.ts';
import { type Counts, RandomSession, type Setting, stepsOf } from './sessions/random-session.ts';

const KILLS = ['kill', 'check', 'check'];
const TEXTS = ['type', 'type', 'typeOwn', 'agent', 'agentOwn', 'put', 'undo', 'undo', 'restore'];
const PLACES = [
  'move',
  'move',
  'agentMove',
  'add',
  'agentAdd',
  'remove',
  'agentDelete',
  'put',
  'typeOwn',
  'undo',
];
const LOCKS = ['select', 'select', 'select', 'move', 'add', 'remove'];
const OWN = [
  ...['type', 'typeOwn', 'typeOwn', 'agent', 'agentOwn', 'agentOwn'],
  ...['move', 'agentMove', 'add', 'agentAdd', 'setSettings'],
];

const SETTINGS: [name: string, changes: string[], setting: Setting][] = [
  ['one server: the same block', TEXTS, { servers: 1 }],
  ['three servers: the same block', TEXTS, {}],
  ['three servers: places and settings', [...PLACES, 'setSettings', 'removeSetting'], {}],
  ['three servers: locks', [...TEXTS, ...LOCKS], {}],
  ['two tabs of one user, locks, killed servers', [...TEXTS, ...LOCKS, ...KILLS], { hasTabs: true }],
  ['three servers: nothing own is lost', [...OWN, 'silent'], { keepsOwn: true }],
  ['killed servers: the same block, places', [...TEXTS, ...PLACES, 'select', ...KILLS], {}],
  ['killed servers: nothing own is lost', [...OWN, ...KILLS], { keepsOwn: true }],
  ['lost logs: the same block, places', [...TEXTS, ...PLACES, 'select', ...KILLS, 'flush'], {}],
  ['lost logs: nothing own is lost', [...OWN, ...KILLS, 'flush'], { keepsOwn: true }],
  [
    'one server that is killed: nothing own is lost',
    [...OWN, ...KILLS],
    { servers: 1, isLocal: true, keepsOwn: true },
  ],
];

// `PROPERTY_RUNS=20000 bun test` of this file runs 10,000 sessions of each setting; `SHOW_COUNTS=1` prints what they did.
// Pages, an agent and a program change one template in any order, over any network. In the end all pages show what is stored.
test.each(SETTINGS)(
  'random sessions end equal: %s',
  async (name, changes, setting) => {
    const counts: Counts = {};
    await fc.assert(
      fc.asyncProperty(stepsOf(changes), (steps) => new RandomSession(setting, counts).run(steps)),
      { numRuns: runs(50), endOnFailure: process.env.SHRINK === 'no' },
    );
    // biome-ignore lint/suspicious/noConsole: for long runs
    if (process.env.SHOW_COUNTS) console.log(name, counts);
  },
  600_000,
);
