import type { Network } from './cut-proxy.ts';

/** One step of a round. `page`: 0 to 2 are always open, 2 has our own editor; 3 joins later. */
export type Step =
  | { do: 'edit'; page: number; kind: string; share: number; other: number }
  | { do: 'hand' | 'put' | 'restore'; page: number; share: number; saysVersion: boolean }
  | { do: 'agent'; kind: string; share: number; saysVersion: boolean }
  | { do: 'save' | 'reload' | 'newcomer'; page: number }
  | { do: 'network'; page: number; network: Network }
  | { do: 'hold' | 'comment' | 'kill' | 'stop' }
  | { do: 'wait'; milliseconds: number };

/** A step, and whether the next one starts at the same time. */
export interface PlannedStep {
  step: Step;
  isWithNext: boolean;
}

type Random = () => number;

const EDITS = [
  ...['type', 'type', 'type', 'type', 'add', 'add', 'add', 'addToSection', 'move', 'move'],
  ...['remove', 'settings', 'select', 'undo', 'undo', 'redo', 'replace'],
];
const AGENT_EDITS = ['update', 'update', 'add', 'delete', 'move', 'settings', 'content'];
const NETWORKS: Network[] = ['cut', 'cut', 'stalled', 'slow', 'open'];

const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

type MakeStep = (random: Random, page: number) => Step;

/** All steps with their weights. */
const STEPS: [weight: number, make: MakeStep][] = [
  [30, (random, page) => ({ do: 'edit', page, kind: pick(random, EDITS), share: random(), other: random() })],
  [12, (_random, page) => ({ do: 'save', page })],
  [2, (random, page) => ({ do: 'hand', page, share: random(), saysVersion: false })],
  [
    8,
    (random) => ({
      do: 'agent',
      kind: pick(random, AGENT_EDITS),
      share: random(),
      saysVersion: random() < 0.5,
    }),
  ],
  [3, () => ({ do: 'hold' })],
  [5, (random, page) => ({ do: 'put', page, share: random(), saysVersion: random() < 0.5 })],
  [2, (random, page) => ({ do: 'restore', page, share: random(), saysVersion: false })],
  [2, () => ({ do: 'comment' })],
  [9, (random, page) => ({ do: 'network', page, network: pick(random, NETWORKS) })],
  [2, () => ({ do: 'kill' })],
  [1, () => ({ do: 'stop' })],
  [2, (_random, page) => ({ do: 'reload', page })],
  [1, () => ({ do: 'newcomer', page: 3 })],
  [3, (random) => ({ do: 'wait', milliseconds: Math.floor(random() * 1500) })],
];

const TOTAL = STEPS.reduce((sum, [weight]) => sum + weight, 0);

/** Plans one round. Equal random numbers give equal plans. */
export function planRound(random: Random): PlannedStep[] {
  const length = 4 + Math.floor(random() * 8);
  return Array.from({ length }, () => {
    const page = Math.floor(random() * 3);
    let rest = random() * TOTAL;
    const [, make] = STEPS.find(([weight]) => {
      rest -= weight;
      return rest < 0;
    }) as [number, MakeStep];
    return { step: make(random, page), isWithNext: random() < 0.3 };
  });
}

export function describeStep(step: Step): string {
  const { do: what, ...rest } = step;
  const details = Object.entries(rest).map(
    ([key, value]) => `${key} ${typeof value === 'number' ? Number(value.toFixed(2)) : value}`,
  );
  return [what, ...details].join(', ');
}
