import { describe, expect, test } from 'bun:test';
import { Type } from '@sinclair/typebox';
import { sql } from 'drizzle-orm';
import { DomainError } from '../../src/platform/errors.ts';
import { createEventBus, type DomainEvent } from '../../src/platform/events.ts';
import { createLogger } from '../../src/platform/logging/log.ts';
import { defineOperation, perform } from '../../src/platform/operation.ts';
import { readRows } from '../support/read-rows.ts';
import { adminScope, createTestApp } from '../support/test-app.ts';

const event = (type: string): DomainEvent => ({ type, payload: {} });

/** Writes a row, announces it, and fails afterwards if asked to. */
const addTeamLoudly = defineOperation({
  name: 'addTeamLoudly',
  summary: 'For these tests',
  scope: 'admin',
  effect: 'admin',
  input: Type.Object({ id: Type.String(), fail: Type.Optional(Type.Boolean()) }),
  output: Type.Object({}),
  async run({ deps, emit }, { id, fail }) {
    emit({ type: 'team.announced', payload: { id } });
    await deps.db.transaction(async (db) => {
      await db.run(sql`INSERT INTO teams (id, name, created_at) VALUES (${id}, 'x', 1)`);
    });
    if (fail === true) throw new DomainError('conflict', 'Too late.');
    return {};
  },
});

describe('events of an operation', () => {
  test('are published after the commit: a listener reads what they tell of through another connection', async () => {
    const app = await createTestApp();
    try {
      const seen: unknown[] = [];
      app.deps.events.subscribe(async (published, scope) => {
        const rows = await readRows(app, `SELECT id FROM teams WHERE id = 't1'`);
        seen.push([published.type, rows.length, scope.actor.name]);
      });
      await perform(addTeamLoudly, app.deps, adminScope, { id: 't1' });
      // Nothing waits for listeners.
      while (seen.length === 0) await Bun.sleep(1);
      expect(seen).toEqual([['team.announced', 1, 'test']]);
    } finally {
      await app.stop();
    }
  });

  test('are not published when any step fails', async () => {
    const app = await createTestApp();
    try {
      const before = app.events.length;
      const inputs = [{ id: 't2', fail: true }, { id: 5 }, {}];
      for (const input of inputs) {
        await expect(perform(addTeamLoudly, app.deps, adminScope, input)).rejects.toThrow(DomainError);
      }
      await perform(addTeamLoudly, app.deps, adminScope, { id: 'twice' });
      await expect(perform(addTeamLoudly, app.deps, adminScope, { id: 'twice' })).rejects.toThrow();
      expect(app.events.length).toBe(before + 1);
    } finally {
      await app.stop();
    }
  });
});

describe('the bus', () => {
  const lines: string[] = [];
  const log = createLogger({ level: 'debug', format: 'json', write: (line) => lines.push(line) });

  test('calls every listener in order of publication, also after one that throws, which is logged', () => {
    const bus = createEventBus(log);
    const seen: string[] = [];
    bus.subscribe(() => {
      throw new Error('broken listener');
    });
    bus.subscribe(({ type }) => seen.push(type));
    bus.publish([event('a'), event('b')], adminScope);
    bus.publish([event('c')], adminScope);
    expect(seen).toEqual(['a', 'b', 'c']);
    expect(lines.filter((line) => line.includes('broken listener'))).toHaveLength(3);
  });

  test('stops calling who has unsubscribed', () => {
    const bus = createEventBus(log);
    const seen: string[] = [];
    const unsubscribe = bus.subscribe(({ type }) => seen.push(type));
    bus.publish([event('a')], adminScope);
    unsubscribe();
    bus.publish([event('b')], adminScope);
    expect(seen).toEqual(['a']);
  });
});
