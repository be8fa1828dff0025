/** A change of a rule that the tests of rooms have to notice. */
interface Mutant {
  name: string;
  /** In `src/realtime`. */
  file: string;
  from: string;
  to: string;
}

const mutant = (name: string, file: string, from: string, to: string): Mutant => ({ name, file, from, to });

const inMember = (name: string, from: string, to: string) => mutant(name, 'member.ts', from, to);
const inRoom = (name: string, from: string, to: string) => mutant(name, 'room.ts', from, to);
const inSaves = (name: string, from: string, to: string) => mutant(name, 'tab-saves.ts', from, to);

export const MUTANTS: readonly Mutant[] = [
  inMember('confirmations are ignored', 'Math.max(this.received, received)', 'this.received'),
  mutant(
    'a message counts one too late',
    'message-list.ts',
    '.serial <= serial) low',
    '.serial < serial) low',
  ),
  mutant(
    'a message counts one too early',
    'message-list.ts',
    '.serial <= serial) low',
    '.serial <= serial + 1) low',
  ),
  inRoom('the sender is not corrected', 'if (from?.connection !== undefined) this.#correct(from);', ''),
  inRoom('an operation is folded twice', 'if (sent <= member.sent) return;', ''),
  inRoom('an earlier connection may speak', ' || member.connection !== entry.connection', ''),
  inRoom('a late join is taken', 'turn > (present?.turn ?? -1);', 'true;'),
  inMember(
    'what was on its way is forgotten when a tab leaves',
    'this.left?.serial ?? Number.POSITIVE_INFINITY',
    'this.left ? 0 : Number.POSITIVE_INFINITY',
  ),
  inMember('a save counts as made at present', 'this.points.slice(index + 1)', '[] as HistoryPoint[]'),
  inRoom('a save from too long ago is taken', 'if (!member.remembers(progress)) return;', ''),
  inRoom(
    'an undo replaces the canvas',
    'const ops = op.operation === WHOLE ? this.#delta(shown, applyOperation(shown, op)) : [op];',
    'const ops = [op];',
  ),
  inRoom(
    'a whole content overwrites unsaved work',
    'if (ops[0]?.operation !== WHOLE) return ops;',
    'return ops;',
  ),
  inRoom('a version is folded twice', 'if (version !== this.version + 1) return;', ''),
  inSaves(
    'the canvas is stored over a version that it does not know',
    'await this.catchUp(room);\n      const { canvas, version } = room;',
    'const { canvas } = room;\n      const { version } = await store.read();',
  ),
  inSaves(
    'the canvas of another log counts as known',
    'next.epoch === follower.epoch',
    'next.epoch !== undefined',
  ),
  inRoom('an operation on a locked block is not repeated', 'targetsOf(op).some(mayBeLocked)', 'false'),
  mutant(
    'an unlock on its way is not counted',
    'selected-blocks.ts',
    ' || this.unlockedAfter(received, user).includes(block)',
    '',
  ),
  mutant(
    'locks are not lifted for an operation',
    'room-delivery.ts',
    'for (const { lock } of locks) this.send(member, { unlock: lock });',
    '',
  ),
  inRoom('what another room has sent counts as own', 'received > this.epoch && ', ''),
  inRoom(
    'own blocks do not count after a lost log',
    'mergeOwn(base, content, this.canvas, own);',
    'mergeOwn(base, content, this.canvas, []);',
  ),
  inRoom(
    'all blocks count as own after a lost log',
    'mergeOwn(base, content, this.canvas, own);',
    'mergeOwn(base, content, this.canvas);',
  ),
  inSaves('an answer names the version without a message', 'undefined : member.lastSerial', 'undefined : 0'),
  mutant(
    'connections stay open when the log is lost',
    'live-template.ts',
    'onLose = () => this.#closeAll()',
    'onLose = () => {}',
  ),
  inRoom(
    'a tab that joins is not corrected',
    'this.#change(ops, member);\n    return merged === undefined ||',
    'this.#change(ops);\n    return merged === undefined ||',
  ),
  inSaves('a save does not wait for operations', 'await follower.until(room, isTold, wait(BARRIER_MS));', ''),
  inSaves('what a save had not told is dropped', 'shown === undefined ||', 'true ||'),
  mutant(
    'an append that fails is not noticed',
    'live-template.ts',
    'this.#sockets.get(entry.connection)?.close();\n      throw',
    'throw',
  ),
  inMember('a tab counts as equal to the canvas too early', 'settled <= upTo', 'true'),
  inRoom('a block can be on the canvas twice', 'ops.flatMap((op) => this.#withUniqueIds(op))', 'ops'),
  inRoom('a tab that is behind is not closed', 'this.dismiss(member.connection);', '{}'),
];
