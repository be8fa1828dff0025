import type { EditorContent } from './editor-content.ts';
import { type HistoryPoint, Member } from './member.ts';
import { MessageList, type SentOperation } from './message-list.ts';
import { Presence } from './presence.ts';
import { Room } from './room.ts';
import type { Unlocked } from './selected-blocks.ts';

/**
 * The number of the rules by which entries are folded. It is part of the name of a log, so that servers of releases with other rules
 * each have their own log of a template, and meet in its versions. It changes with each change of what a fold gives.
 */
export const RULES = 1;

/** A room as JSON, for a server that opens it later than others. Each content is in it once; elsewhere stands its index. */
export interface RoomState {
  contents: EditorContent[];
  version: number;
  serial: number;
  epoch: number;
  versionSerial: number;
  time: number;
  heard: [string, number][];
  selected: [string, string][];
  present: ReturnType<Presence['toJSON']>;
  unlocked: Unlocked[];
  /** The index of the canvas before the first operation, and its serial. */
  first: number;
  start: number;
  operations: SentOperation[];
  members: MemberState[];
}

type MemberState = Pick<
  Member,
  'id' | 'user' | 'received' | 'sent' | 'turn' | 'server' | 'since' | 'left' | 'own'
> & {
  connection?: string;
  /** What it shows after later points follows from the first one. */
  shown: number;
  points: Omit<HistoryPoint, 'shown'>[];
};

export function writeRoom(room: Room): RoomState {
  const { version, serial, epoch, versionSerial, messages, members, locks } = room;
  const contents = new ContentTable();
  return {
    version,
    serial,
    epoch,
    versionSerial,
    time: members.time,
    heard: [...members.heard],
    selected: [...locks.selected],
    present: room.presence.toJSON(),
    unlocked: [...locks.unlocked],
    first: contents.add(messages.first),
    start: messages.start,
    operations: messages.operations,
    members: [...members.byId.values()].map((member) => writeMember(member, contents)),
    contents: contents.all,
  };
}

function writeMember(member: Member, contents: ContentTable): MemberState {
  const { id, user, received, sent, turn, server, since, left, own, connection, points } = member;
  return {
    ...{ id, user, received, sent, turn, server, since, left, own },
    ...(connection !== undefined && { connection }),
    shown: contents.add((points[0] as HistoryPoint).shown),
    points: points.map(({ shown: _shown, ...point }) => point),
  };
}

export function readRoom(state: RoomState): Room {
  const { contents, version, serial, epoch, start, operations } = state;
  const messages = new MessageList(contents[state.first] as EditorContent, start);
  for (const operation of operations) messages.add(operation);
  const room = new Room(messages.first, version, serial, epoch, messages);
  room.versionSerial = state.versionSerial;
  room.members.time = state.time;
  for (const [server, time] of state.heard) room.members.heard.set(server, time);
  for (const [user, block] of state.selected) room.locks.selected.set(user, block);
  room.presence = new Presence(state.present);
  room.locks.unlocked.push(...state.unlocked);
  for (const one of state.members)
    room.members.byId.set(one.id, readMember(one, contents[one.shown] as EditorContent, messages));
  return room;
}

function readMember(state: MemberState, shown: EditorContent, messages: MessageList): Member {
  const { id, points, shown: _shown, connection, ...rest } = state;
  const member = Object.assign(new Member(id, messages), rest, { connection });
  const [first, ...later] = points as [HistoryPoint, ...HistoryPoint[]];
  member.start({ ...first, shown });
  for (const point of later) member.addPoint(point);
  return member;
}

/** Contents by identity, which tabs that show the canvas share. */
class ContentTable {
  readonly all: EditorContent[] = [];
  readonly #indexes = new Map<EditorContent, number>();

  add(content: EditorContent): number {
    const index = this.#indexes.get(content) ?? this.all.push(content) - 1;
    this.#indexes.set(content, index);
    return index;
  }
}
