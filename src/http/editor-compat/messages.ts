import {
  EVENTS,
  type Fields,
  isFields,
  OPERATION_FIELDS,
  OPERATIONS,
  type Spelling,
  type Translation,
  toCamelName,
} from './names.ts';

/** A message of realtime: one text for all editors, or one for each spelling of names (docs/realtime.md). */
export type Spelled = string | ((spelling: Spelling) => string);

export function textIn(spelling: Spelling, message: Spelled): string {
  return typeof message === 'string' ? message : message(spelling);
}

/** A message made at most once per spelling, when the first client needs it. */
export function lazyMessage(encode: (spelling: Spelling) => string): Spelled {
  const texts: { [S in Spelling]?: string } = {};
  return (spelling) => {
    texts[spelling] ??= encode(spelling);
    return texts[spelling];
  };
}

const spell = (spelling: Spelling, names: Translation, name: string): string =>
  names[spelling].get(name) ?? name;

export const spellEvent = (spelling: Spelling, event: string): string => spell(spelling, EVENTS, event);

/** The action of a broadcast, which is the name of an event of the service. */
export function spellAction(spelling: Spelling, event: string): string {
  const action = event.replace('.', '_');
  return spelling === 'camel' ? toCamelName(action) : action;
}

/** The parts of a client's message that have two spellings. */
interface Spellable {
  event: string;
  data: unknown;
  /** The JSON text of its data, as sent. */
  dataText: string | undefined;
}

/** A client's message in a spelling. The message itself, with its text as sent, if it is in this spelling. */
export function spellMessage<Message extends Spellable>(spelling: Spelling, message: Message): Message {
  const event = spellEvent(spelling, message.event);
  const data = event === 'client-operation' ? spellOperation(spelling, message.data) : message.data;
  if (event === message.event && data === message.data) return message;
  const dataText = data === message.data ? message.dataText : JSON.stringify(data);
  return { ...message, event, data, dataText };
}

/** The data of an operation in a spelling; the same object if it is in this spelling. */
export function spellOperation(spelling: Spelling, payload: unknown): unknown {
  if (!isFields(payload)) return payload;
  const { operation, data } = payload;
  const named = typeof operation === 'string' ? spell(spelling, OPERATIONS, operation) : operation;
  const fields = isFields(data) ? spellFields(spelling, data) : data;
  if (named === operation && fields === data) return payload;
  return { ...payload, operation: named, data: fields };
}

/**
 * Names inside blocks, updates, styles and contents are the same in both spellings. If a field is there in both, the
 * value in the wanted spelling stays.
 */
function spellFields(spelling: Spelling, fields: Fields): Fields {
  const names = OPERATION_FIELDS[spelling];
  const sent = Object.entries(fields);
  if (!sent.some(([name]) => names.has(name))) return fields;
  const entries = sent.map(([name, value]): [string, unknown] => [names.get(name) ?? name, value]);
  const isTwin = ([name]: [string, unknown], index: number) =>
    sent[index]?.[0] !== name && Object.hasOwn(fields, name);
  return Object.fromEntries(entries.filter((entry, index) => !isTwin(entry, index)));
}
