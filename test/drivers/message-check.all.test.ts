import { expect, test } from 'bun:test';
import { MessageCheck } from '../../src/drivers/postgres/message-check.ts';

const bus = { count: 0, away: false, heard: () => bus.count, fault: () => (bus.away ? 'away' : undefined) };
const said: string[] = [];
const log = { warn: (text: string) => void said.push(text) };

test('servers that are not heard for a while are told once, until they are heard', () => {
  const check = new MessageCheck({ bus, log, patienceMs: 0 } as never);
  check.compare(2);
  check.compare(2);
  expect(check.faults).toEqual([expect.stringContaining('Messages of 2 of 2 other servers do not arrive')]);
  expect(said).toHaveLength(1);
  bus.count = 2;
  check.compare(2);
  expect(check.faults).toEqual([]);
});

test('nothing is said while Redis is away, in the first seconds, and on a bus without servers', () => {
  bus.count = 0;
  bus.away = true;
  const options = { bus, log, patienceMs: 0 };
  const check = new MessageCheck(options as never);
  check.compare(1);
  bus.away = false;
  const patient = new MessageCheck({ bus, log } as never);
  patient.compare(1);
  const local = new MessageCheck({ ...options, bus: { fault: () => undefined } } as never);
  local.compare(1);
  expect([check.faults, patient.faults, local.faults]).toEqual([[], [], []]);
});
