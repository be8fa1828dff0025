import { afterEach, describe, expect, jest, test } from 'bun:test';
import { describeReplaced, EditorTab } from '../../src/sdk/editor-tab.ts';

type Fields = Record<string, unknown>;

/** A page, and what it has sent. `isOpen`: there is a subscribed channel. */
function openPage(version = 7) {
  const line = { isOpen: true, frames: [] as [event: string, data: Fields][] };
  const page = new EditorTab(version, (event, data) => {
    if (line.isOpen) line.frames.push([event, data as Fields]);
    return line.isOpen;
  });
  return { line, page };
}

const update = (block_id: string) => ({ operation: 'update_block', data: { block_id, updates: {} } });

/** What the frames of an event say in these fields. */
const said = ({ frames }: { frames: [string, Fields][] }, event: string, ...names: string[]) =>
  frames.filter(([one]) => one === event).map(([, data]) => names.map((name) => data[name]));

afterEach(() => jest.useRealTimers());

describe('what a page shows', () => {
  test('is told with each subscription, by the same member, whose turns are counted', () => {
    const { line, page } = openPage();
    page.tell({ blocks: [] });
    page.tell({ blocks: ['b1'] });
    const names = ['turn', 'version', 'received', 'sent', 'own', 'content'];
    expect(said(line, 'client-shown', ...names)).toEqual([
      [1, 7, 0, 0, [], { blocks: [] }],
      [2, 7, 0, 0, [], { blocks: ['b1'] }],
    ]);
    const members = said(line, 'client-shown', 'member').flat();
    expect(members[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(new Set(members).size).toBe(1);
    expect(openPage().page.startSave().tab.member).not.toBe(members[0] as string);
  });

  test('counts operations that are made without a channel, and does not send them later', () => {
    const { line, page } = openPage();
    page.tell({});
    expect(page.sendOperation({ ...update('b1'), timestamp: 5 })).toBe(true);
    line.isOpen = false;
    expect(page.sendOperation(update('b2'))).toBe(false);
    line.isOpen = true;
    page.tell({});
    page.sendOperation(update('b3'));
    expect(said(line, 'client-operation', 'operation', 'timestamp', 'received', 'sent')).toEqual([
      ['update_block', 5, 0, 1],
      ['update_block', undefined, 0, 3],
    ]);
    expect(said(line, 'client-shown', 'sent')).toEqual([[0], [2]]);
  });

  test('goes on with each numbered message, and with no other', () => {
    const { line, page } = openPage();
    page.tell({});
    for (const data of [{ serial: 40 }, { serial: '50' }, {}, null, undefined, 'text']) page.receive(data);
    page.sendOperation(update('b1'));
    expect(said(line, 'client-operation', 'received')).toEqual([[40]]);
    page.close();
  });
});

describe('own blocks are', () => {
  const block = { id: 'new', type: 'divider' };
  test.each([
    ['an updated block', update('b1'), ['b1']],
    [
      'one that a newer editor updates',
      { operation: 'updateBlock', data: { blockId: 'b1', updates: {} } },
      ['b1'],
    ],
    [
      'one with other styles',
      { operation: 'update_block_style', data: { block_id: 'b1', styles: {} } },
      ['b1'],
    ],
    ['an added block', { operation: 'add_block', data: { block, section_id: 's1' } }, ['new']],
    ['no moved block', { operation: 'move_block', data: { block_id: 'b1', index: 0 } }, []],
    ['no deleted block', { operation: 'delete_block', data: { block_id: 'b1' } }, []],
    ['no settings', { operation: 'update_settings', data: { updates: { width: 1 } } }, []],
    [
      'not those of a whole content',
      { operation: 'set_content', data: { content: { blocks: [block] } } },
      [],
    ],
    ['none of an operation without data', { operation: 'other' }, []],
  ])('%s', (_what, operation, own) => {
    const { line, page } = openPage();
    page.sendOperation(operation);
    page.tell({});
    expect(said(line, 'client-shown', 'own')).toEqual([[own]]);
  });

  test('told until a save with them is confirmed', () => {
    const { line, page } = openPage();
    const own = () => {
      page.tell({});
      return (said(line, 'client-shown', 'own').flat().at(-1) as string[]).toSorted();
    };
    page.sendOperation(update('b1'));
    const failing = page.startSave();
    page.sendOperation(update('b2'));
    expect(own()).toEqual(['b1', 'b2']);
    failing.fail();
    expect(own()).toEqual(['b1', 'b2']);
    const saved = page.startSave();
    page.sendOperation(update('b3'));
    saved.confirm(undefined);
    expect(own()).toEqual(['b3']);
    // A save that has ended does not end again.
    saved.fail();
    expect(own()).toEqual(['b3']);
  });
});

describe('a save', () => {
  test('says the place at which it was started', () => {
    const { page } = openPage();
    page.tell({});
    page.receive({ serial: 40 });
    page.sendOperation(update('b1'));
    const { tab: place } = page.startSave();
    page.sendOperation(update('b1'));
    page.receive({ serial: 41 });
    const progress = { turn: 1, version: 7, received: 40, sent: 1 };
    expect(place).toEqual({ member: expect.any(String), ...progress, own: ['b1'] });
    page.close();
  });

  test.each([
    ['once its message has arrived', { version: 8, received: 50 }, [50], 8],
    ['at once if its message was there before', { version: 8, received: 40 }, [], 8],
    ['not before its message', { version: 8, received: 50 }, [49], 7],
    ['not without a message', { version: 8 }, [60], 7],
    ['not of a service that does not say it', undefined, [60], 7],
  ])('gives the page its version %s', (_when, saved, serials, version) => {
    const { page } = openPage();
    page.tell({});
    page.receive({ serial: 40 });
    page.startSave().confirm(saved);
    for (const serial of serials) page.receive({ serial });
    expect(page.startSave().tab.version).toBe(version);
    page.close();
  });

  test.each(['before', 'after'])(
    'whose message was on a lost connection gives no version (%s it is answered)',
    (when) => {
      const { page } = openPage();
      page.tell({});
      const save = page.startSave();
      if (when === 'after') save.confirm({ version: 8, received: 50 });
      page.tell({});
      if (when === 'before') save.confirm({ version: 8, received: 50 });
      page.receive({ serial: 60 });
      expect(page.startSave().tab.version).toBe(7);
      page.close();
    },
  );

  test('that is answered late does not give an older version', () => {
    const { page } = openPage();
    page.tell({});
    const first = page.startSave();
    page.startSave().confirm({ version: 9, received: 0 });
    first.confirm({ version: 8, received: 0 });
    expect(page.startSave().tab.version).toBe(9);
  });
});

describe('a page that only reads confirms', () => {
  const received = (line: ReturnType<typeof openPage>['line']) =>
    said(line, 'client-received', 'received').flat();

  test('every 50 messages', () => {
    const { line, page } = openPage();
    page.tell({});
    for (let serial = 1; serial <= 120; serial += 1) page.receive({ serial });
    expect(received(line)).toEqual([50, 100]);
    page.close();
  });

  test('within ten seconds, and is silent if there is nothing to confirm', () => {
    jest.useFakeTimers();
    const { line, page } = openPage();
    page.tell({});
    page.receive({ serial: 1 });
    jest.advanceTimersByTime(9_000);
    page.receive({ serial: 2 });
    expect(received(line)).toEqual([]);
    jest.advanceTimersByTime(1_000);
    expect(received(line)).toEqual([2]);
    jest.advanceTimersByTime(60_000);
    expect(received(line)).toEqual([2]);
  });

  test.each([
    ['an operation', (page: EditorTab) => page.sendOperation(update('b1'))],
    ['the next subscription', (page: EditorTab) => page.tell({})],
    ['the end of the page', (page: EditorTab) => page.close()],
  ])('not after %s', (_what, act) => {
    jest.useFakeTimers();
    const { line, page } = openPage();
    page.tell({});
    page.receive({ serial: 1 });
    act(page);
    jest.advanceTimersByTime(60_000);
    expect(received(line)).toEqual([]);
  });
});

test('a person whose change was replaced reads who did it, and where the own one is', () => {
  const data = { blocks: ['b1'], user: { id: 'u2', name: 'Ann' } };
  expect(describeReplaced(data)).toMatchObject({
    message: 'Ann changed the same text at the same moment, and theirs counts. Yours is in the history.',
    statusCode: 409,
    cause: data,
  });
  expect(describeReplaced({ blocks: ['b1'] }).message).toStartWith('Somebody changed');
});
