import { describe, expect, test } from 'bun:test';
import type { Bus, BusMessage } from '../../src/platform/ports/bus.ts';

/** What every driver of the port must do. `open` gives a fresh one that logs failures to `log`. */
export function testBus(name: string, open: (log: { error(facts: object): void }) => Bus): void {
  describe(`${name}: bus`, () => {
    const listen = (bus: Bus, topic: string) => {
      const heard: BusMessage[] = [];
      return { heard, stop: bus.subscribe(topic, (message) => heard.push(message)) };
    };
    const noLog = { error() {} };

    test('reaches the listeners of the topic in this process before it returns', async () => {
      const bus = open(noLog);
      const [one, other, elsewhere] = [listen(bus, 'a'), listen(bus, 'a'), listen(bus, 'b')];
      bus.publish('a', { id: 1 });
      bus.publish('a', { id: 2 });
      expect(one.heard).toEqual([{ id: 1 }, { id: 2 }]);
      expect(other.heard).toEqual(one.heard);
      expect(elsewhere.heard).toEqual([]);
      one.stop();
      one.stop();
      bus.publish('a', { id: 3 });
      expect([one.heard.length, other.heard.length]).toEqual([2, 3]);
      await bus.close();
      bus.publish('a', { id: 4 });
      expect(other.heard.length).toBe(3);
    });

    test('passes copies on, as JSON has them', async () => {
      const bus = open(noLog);
      const { heard } = listen(bus, 'a');
      const message = { id: 1, nothing: null, absent: undefined };
      bus.publish('a', message);
      expect(heard).toEqual([{ id: 1, nothing: null }]);
      expect(heard[0]).not.toBe(message);
      await bus.close();
    });

    test('logs a listener that throws, and calls the others', async () => {
      const failures: object[] = [];
      const bus = open({ error: (facts) => void failures.push(facts) });
      bus.subscribe('a', () => {
        throw new Error('broken');
      });
      const { heard } = listen(bus, 'a');
      bus.publish('a', {});
      expect([failures.length, heard.length]).toEqual([1, 1]);
      await bus.close();
    });
  });
}
