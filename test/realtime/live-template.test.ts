import { describe, expect, test } from 'bun:test';
import { LocalLog } from '../../src/drivers/in-process/channel-log.ts';
import { applyOperation, type EditorContent } from '../../src/realtime/room/editor-content.ts';
import { LiveTemplate, type Shown } from '../../src/realtime/room/live-template.ts';
import { type LogEntry, LogUnreachable, type RoomLog } from '../../src/realtime/room/log.ts';
import type { RoomState } from '../../src/realtime/room/room-state.ts';
import { tick } from './sessions/cluster.ts';
import { describeContent, paragraph, setText } from './sessions/tab.ts';
import { connectStore, Versions } from './sessions/versions.ts';

const start: EditorContent = { blocks: ['a', 'b'].map((id) => paragraph(id, id)), settings: {} };
const MINUTE = 60_000;
const page = { turn: 1, received: 0, sent: 0, own: [] };

/** A server with a log and a database that answer at once. `change`: of the log. */
function serve(change: (log: RoomLog) => Partial<RoomLog> = () => ({})) {
  const versions = new Versions(start);
  const own = new LocalLog<LogEntry, RoomState>();
  const log: RoomLog = {
    open: (make) => own.open(make),
    exists: () => own.exists(),
    follow: (from, reader) => own.follow(from, reader),
    append: (epoch, entry) => own.append(epoch, entry),
    trim: () => own.trim(),
    ...change(own),
  };
  const clock = { time: 1_000 };
  const server = new LiveTemplate({
    ...{ server: 's1', log, now: () => clock.time, wait: () => new Promise<void>(() => {}) },
    store: connectStore(versions, async (run) => run()),
  });
  const closed: string[] = [];
  const join = (member: string, more: Partial<Shown> = {}) =>
    server.join(
      `${member}.${more.turn ?? 1}`,
      { send() {}, close: () => closed.push(member) },
      {
        ...{ member, user: member, turn: 1, version: 1, received: 0, sent: 0, content: start, own: [] },
        ...more,
      },
    );
  const tell = (member: string, op: ReturnType<typeof setText>, sent: number, received = 0) =>
    server.tell({ kind: 'operation', member, connection: `${member}.1`, op, sent, received });
  const stored = () => describeContent(versions.last.content);
  return { server, versions, clock, closed, join, tell, stored };
}

describe('a live template', () => {
  test('stores with the canvas what an agent had stored before', async () => {
    const { server, versions, join, stored } = serve();
    await join('ann');
    versions.save(1, applyOperation(start, setText('b', 'agent'))); // Its server was killed before it told.
    const answer = await server.save({ member: 'ann', version: 1, content: start, tab: page });
    // The page shows it when it has the message with the agent's change.
    expect(answer).toMatchObject({ status: 200, version: 3, received: server.room?.serial });
    expect(stored()).toBe('a agent {}');
  });

  test('takes what a page changed for later than what it has saved while the log could not be reached', async () => {
    const { server, versions, join } = serve();
    await join('ann');
    versions.save(1, applyOperation(start, setText('a', 'saved')));
    const content = applyOperation(start, setText('a', 'later'));
    await join('ann', { turn: 2, sent: 2, content, own: ['a'] });
    await server.check();
    expect(describeContent(server.room?.canvas as EditorContent)).toBe('later b {}');
  });

  test('counts the canvas of a log that was lost as a change from outside', async () => {
    const { server, versions, join } = serve();
    await join('ann');
    versions.save(1, applyOperation(start, setText('a', 'old log')), 1);
    await server.check();
    expect(describeContent(server.room?.canvas as EditorContent)).toBe('old log b {}');
  });

  test('closes a connection when what it told cannot be appended', async () => {
    let isFull = false;
    const { closed, join, tell } = serve((log) => ({
      append: (epoch, entry) => (isFull ? Promise.reject(new LogUnreachable()) : log.append(epoch, entry)),
    }));
    await join('ann');
    isFull = true;
    expect(tell('ann', setText('a', 'x'), 1)).rejects.toThrow(LogUnreachable);
    await tick();
    expect(closed).toEqual(['ann']);
  });

  test('waits with a save for the operations that its page has sent before', async () => {
    const kinds: string[] = [];
    const { server, join, tell, stored } = serve((log) => ({
      append: (epoch, entry) => {
        kinds.push(entry.kind);
        return log.append(epoch, entry);
      },
    }));
    await join('ann');
    const content = applyOperation(start, setText('a', 'x'));
    const saved = server.save({ member: 'ann', version: 1, content, tab: { ...page, sent: 1, own: ['a'] } });
    await tick();
    await tell('ann', setText('a', 'x'), 1);
    expect((await saved).status).toBe(200);
    expect(stored()).toBe('x b {}');
    expect(kinds).toEqual(['join', 'operation', 'version']);
  });

  test('merges saves into the stored version while the log cannot be reached', async () => {
    const { server, versions, stored } = serve(() => ({ open: () => Promise.reject(new LogUnreachable()) }));
    versions.save(1, applyOperation(start, setText('b', 'agent')));
    const save = { member: 'ann', version: 1, page };
    const mine = applyOperation(start, setText('a', 'x'));
    expect(await server.save({ ...save, content: mine })).toEqual({ status: 200, version: 3 });
    expect(stored()).toBe('x agent {}');
    const conflicting = applyOperation(start, setText('b', 'mine'));
    expect(await server.save({ ...save, content: conflicting })).toEqual({ status: 409, version: 3 });
    expect(versions.kept).toEqual([{ content: conflicting, reason: 'conflict' }]);
  });

  test('keeps a confirmed save whose value others have replaced, once in a minute', async () => {
    const { server, versions, clock, join, tell } = serve();
    await join('ann');
    await join('bob');
    const save = async (sent: number) => {
      const content = applyOperation(start, setText('a', `ann ${sent}`));
      await tell('ann', setText('a', `ann ${sent}`), sent);
      await tell('bob', setText('a', `bob ${sent}`), sent);
      const request = {
        member: 'ann',
        version: 1,
        content,
        tab: { turn: 1, received: 0, sent, own: ['a'] },
      };
      expect((await server.save(request)).status).toBe(200);
      return { content, reason: 'replaced' as const };
    };
    const kept = await save(1);
    expect(versions.kept).toEqual([kept]);
    await save(2);
    expect(versions.kept).toEqual([kept]);
    clock.time += MINUTE;
    expect(versions.kept).toEqual([kept, await save(3)]);
  });

  test('keeps nothing of a save whose own later text has replaced it', async () => {
    const { server, versions, join, tell } = serve();
    await join('ann');
    await tell('ann', setText('a', 'x'), 1);
    await tell('ann', setText('a', 'y'), 2);
    const content = applyOperation(start, setText('a', 'x'));
    await server.save({
      member: 'ann',
      version: 1,
      content,
      tab: { turn: 1, received: 0, sent: 1, own: ['a'] },
    });
    expect(versions.kept).toEqual([]);
  });

  test('puts what an unknown page has saved before it joins at its place', async () => {
    const { server, join, stored } = serve();
    await join('bob');
    const saved = server.save({
      ...{ member: 'ann', version: 1, tab: { turn: 0, received: 0, sent: 0, own: ['a'] } },
      content: applyOperation(start, setText('a', 'x')),
    });
    expect((await saved).status).toBe(200);
    await join('ann', { content: applyOperation(start, setText('a', 'y')) });
    expect((await server.saveCanvas()).status).toBe(200);
    expect(stored()).toBe('y b {}');
  });

  test('takes what a page has received in another room for nothing of its own', async () => {
    const { server, join, tell, stored } = serve();
    await join('bob');
    const own = (received: number) => ({ ...page, turn: 0, received, own: ['a'] });
    const shows = (a: string, b: string) =>
      applyOperation(applyOperation(start, setText('a', a)), setText('b', b));
    const save = async (content: EditorContent, received: number) =>
      expect((await server.save({ member: 'ann', version: 1, content, tab: own(received) })).status).toBe(
        200,
      );
    await save(shows('x', 'b'), 5);
    await tell('bob', setText('b', 'bob'), 1);
    await save(shows('y', 'older'), 6);
    expect(stored()).toBe('y bob {}');
    await join('ann', { ...own(7), turn: 1, content: shows('z', 'oldest') });
    await server.saveCanvas();
    expect(stored()).toBe('z bob {}');
  });

  test('refuses a join that comes late', async () => {
    const { closed, join } = serve();
    await join('ann', { turn: 2 });
    await join('ann', { turn: 1 });
    expect(closed).toEqual(['ann']);
  });

  test('is idle some time after its last page has left', async () => {
    const { server, clock, join } = serve();
    await join('ann');
    clock.time += 11 * MINUTE;
    expect(server.isIdle).toBe(false);
    await server.exit('ann.1');
    expect(server.isIdle).toBe(false);
    clock.time += 11 * MINUTE;
    expect(server.isIdle).toBe(true);
  });
});
