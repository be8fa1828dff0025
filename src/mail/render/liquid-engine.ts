import {
  type Context,
  CycleTag,
  type Emitter,
  evalToken,
  ForTag,
  Liquid,
  Output,
  Parser,
  Tag,
  type TagToken,
  type Template,
  type TopLevelToken,
  TypeGuards,
  Value,
} from 'liquidjs';
import { expressionOfTag } from '../parse/merge-tag-meaning.ts';
import { checkAttribute, type EscapeValue, escapeFor, type PlaceKind } from './escape-value.ts';
import { BoundedEmitter, type MailContext } from './mail-context.ts';

/** Filters whose last output is escaped for HTML already, and those whose output is encoded for URLs. */
const ESCAPING = new Set(['escape', 'escape_once', 'xml_escape']);
const ENCODING = new Set(['url_encode', 'cgi_escape', 'uri_escape']);

/** The tag that `wrapAttributes` puts around values of attributes. Authors who write it get the same check. */
const ATTRIBUTE_TAG = 'mail_attribute';

/** Parses the Liquid of a mail; each value is escaped by where it stands. One for each text. */
export class MailParser extends Parser {
  readonly #engine: Liquid;
  readonly #textKind: PlaceKind;
  #kind: PlaceKind;
  /** The literal text of the attribute so far. */
  #before = '';

  constructor(engine: Liquid, kind: 'html' | 'text') {
    super(engine);
    this.#engine = engine;
    this.#textKind = kind === 'html' ? 'text' : 'plain';
    this.#kind = this.#textKind;
  }

  override parseToken(token: TopLevelToken, rest: TopLevelToken[]) {
    if (TypeGuards.isOutputToken(token)) return new PrintedOutput(token, this.#engine, this);
    if (TypeGuards.isHTMLToken(token)) this.#noteText(token.getContent());
    return super.parseToken(token, rest);
  }

  #noteText(text: string): void {
    if (this.#kind === 'plain') return;
    if (this.#kind !== 'text' && this.#kind !== 'css') {
      this.#before += text;
      return;
    }
    const [opened, closed] = [text.lastIndexOf('<style'), text.lastIndexOf('</style')];
    if (opened !== closed) this.#kind = opened > closed ? 'css' : 'text';
  }

  enterAttribute(kind: PlaceKind): void {
    this.#kind = kind;
    this.#before = '';
  }

  leaveAttribute(): void {
    this.#kind = this.#textKind;
  }

  /** How a value that is printed here is escaped, if its last filter is this. */
  escapeFor(lastFilter: string | undefined): EscapeValue {
    if (lastFilter !== undefined && ESCAPING.has(lastFilter) && this.#kind === 'text')
      return (value) => value;
    const isEncoded = lastFilter !== undefined && ENCODING.has(lastFilter);
    return escapeFor(isEncoded && this.#kind !== 'plain' ? 'text' : this.#kind, this.#before);
  }
}

/** A value with its filters, as a mail prints it. */
class PrintedValue {
  readonly #value: Value;
  readonly #escape: EscapeValue;
  readonly #name: string;
  readonly #hasDefault: boolean;

  constructor(value: Value, tag: string, parser: MailParser) {
    this.#value = value;
    this.#escape = parser.escapeFor(value.filters.at(-1)?.name);
    this.#name = tag;
    this.#hasDefault = value.filters.some((filter) => filter.name === 'default');
  }

  *print(context: Context, emitter: Emitter): Generator<unknown, void, unknown> {
    let value = yield this.#value.initial.evaluate(context, true);
    if (!this.#hasDefault) noteMissing(context, value, this.#name);
    for (const filter of this.#value.filters) value = yield filter.render(value, context);
    emitter.write(this.#escape(toText(value)));
  }
}

class PrintedOutput extends Output {
  readonly #printed: PrintedValue;

  constructor(token: ConstructorParameters<typeof Output>[0], engine: Liquid, parser: MailParser) {
    super(token, engine);
    this.#printed = new PrintedValue(this.value, expressionOfTag(token.getText()), parser);
  }

  override *render(context: Context, emitter: Emitter): IterableIterator<unknown> {
    yield this.#printed.print(context, emitter);
  }
}

/** `{% echo x %}` prints like `{{ x }}`; the library's own would not escape it. */
class EchoTag extends Tag {
  readonly #printed: PrintedValue;

  constructor(token: TagToken, rest: TopLevelToken[], engine: Liquid, parser: Parser) {
    super(token, rest, engine);
    const value = new Value(this.tokenizer.readFilteredValue(), engine);
    this.#printed = new PrintedValue(value, token.args.split('|', 1)[0]?.trim() ?? '', parser as MailParser);
  }

  *render(context: Context, emitter: Emitter): Generator<unknown, void, unknown> {
    yield this.#printed.print(context, emitter);
  }
}

class EscapedCycleTag extends CycleTag {
  readonly #escape: EscapeValue;

  constructor(token: TagToken, rest: TopLevelToken[], engine: Liquid, ...more: [parser: Parser]) {
    super(token, rest, engine);
    this.#escape = (more[0] as MailParser).escapeFor(undefined);
  }

  override *render(context: Context, emitter: Emitter): Generator<unknown, unknown, unknown> {
    emitter.write(this.#escape(toText(yield super.render(context, emitter))));
    return undefined;
  }
}

/** Notes a list that the data does not have. */
class NotedForTag extends ForTag {
  override *render(context: Context, emitter: Emitter): Generator<unknown, undefined, Template[]> {
    if (!TypeGuards.isRangeToken(this.collection))
      noteMissing(
        context,
        (yield evalToken(this.collection, context)) ?? undefined,
        this.collection.getText(),
        true,
      );
    yield super.render(context, emitter) as unknown;
  }
}

/** The value of an attribute: what is printed in it is one value, checked as a whole. */
class AttributeTag extends Tag {
  readonly #kind: PlaceKind;
  readonly #templates: Template[] = [];

  constructor(token: TagToken, rest: TopLevelToken[], engine: Liquid, parser: Parser) {
    super(token, rest, engine);
    const kind = token.args.trim();
    this.#kind = kind === 'link' || kind === 'image' || kind === 'style' ? kind : 'text';
    (parser as MailParser).enterAttribute(this.#kind);
    const stream = parser
      .parseStream(rest)
      .on(`tag:end${ATTRIBUTE_TAG}`, () => stream.stop())
      .on('template', (template: Template) => this.#templates.push(template))
      .on('end', () => {
        throw new Error(`tag ${token.getText()} not closed`);
      });
    stream.start();
    (parser as MailParser).leaveAttribute();
  }

  *render(context: Context, emitter: Emitter): Generator<unknown, void, unknown> {
    const value = new BoundedEmitter();
    yield this.liquid.renderer.renderTemplates(this.#templates, context, value);
    emitter.write(checkAttribute(this.#kind, value.buffer));
  }
}

function noteMissing(context: Context, value: unknown, name: string, isList = false): void {
  const isPrintable = isList || Array.isArray(value) || typeof value !== 'object';
  if (value === undefined || value === null || !isPrintable) (context as MailContext).noteMissing(name);
}

/** A value as text. Objects have none; theirs could be a function of the data. */
function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(toText).join('');
  return value === undefined || value === null || typeof value === 'object' ? '' : String(value);
}

const START_TAG = /<[a-z][^<>"]*(?:"[^"]*"[^<>"]*)*>/gi;

const ATTRIBUTE = /(?<=\s)([\w:-]{1,40})="([^"]*)"/g;

/**
 * Marks the values of attributes that hold Liquid, so that each is parsed and checked as one. Conditions and loops have
 * to end in the attribute, or between the attributes, where they begin: from an attribute to a text behind it, a condition
 * could take away a quote, and the next text would become attributes.
 * @throws when one does not
 */
export function wrapAttributes(engine: Liquid, html: string): string {
  return html.replace(START_TAG, (startTag) => {
    if (!/\{[{%]/.test(startTag)) return startTag;
    for (const [, value] of startTag.matchAll(/"([^"]*)"/g)) engine.parse(value as string);
    engine.parse(startTag.replace(/"[^"]*"/g, ''));
    return startTag.replace(ATTRIBUTE, (attribute, name: string, value: string) =>
      /\{[{%]/.test(value)
        ? `${name}="{% ${ATTRIBUTE_TAG} ${kindOf(name.toLowerCase())} %}${value}{% end${ATTRIBUTE_TAG} %}"`
        : attribute,
    );
  });
}

function kindOf(name: string): PlaceKind {
  if (name === 'style') return 'style';
  if (/^(?:src|background|background-url)$/.test(name)) return 'image';
  return name === 'href' || name === 'action' ? 'link' : 'text';
}

/** Work that one text of a mail may cost: milliseconds, characters of template, and units of memory that liquidjs counts. */
interface Limits {
  renderLimit: number;
  parseLimit: number;
  memoryLimit: number;
}

/** An engine with the tags of mails. Includes and prototypes of values are switched off. */
export function createEngine(limits: Limits, strictFilters = false): Liquid {
  const engine = new Liquid({
    templates: {},
    ownPropertyOnly: true,
    strictFilters,
    strictVariables: false,
    ...limits,
  });
  // The filter `raw` would switch escaping off.
  engine.registerFilter('raw', (value: unknown) => value);
  engine.registerTag('echo', EchoTag);
  engine.registerTag('cycle', EscapedCycleTag as never);
  engine.registerTag('for', NotedForTag);
  engine.registerTag(ATTRIBUTE_TAG, AttributeTag);
  return engine;
}
