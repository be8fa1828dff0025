import {
  type Context,
  CycleTag,
  type Emitter,
  evalToken,
  ForTag,
  IfTag,
  isTruthy,
  type Liquid,
  Output,
  Parser,
  Tag,
  type TagToken,
  type Template,
  type TopLevelToken,
  TypeGuards,
  toValue,
  toValueSync,
  Value,
} from 'liquidjs';
import { expressionOfTag } from '../parse/merge-tag-meaning.ts';
import { checkAttribute, type EscapeContext, type EscapeValue, escapeFor } from './escape-value.ts';
import { BoundedEmitter, LiteralText, type MailContext, renderParts } from './mail-context.ts';
import { ATTRIBUTE_TAG } from './wrap-attributes.ts';

/** Filters whose last output is escaped for HTML already, and those whose output is encoded for URLs. */
const ESCAPING = new Set(['escape', 'escape_once', 'xml_escape']);
const ENCODING = new Set(['url_encode', 'cgi_escape', 'uri_escape']);

/** Parses the Liquid of a mail; each value is escaped by where it stands. One for each text. */
export class MailParser extends Parser {
  readonly #engine: Liquid;
  readonly #textKind: EscapeContext;
  #kind: EscapeContext;
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
    if (!TypeGuards.isHTMLToken(token)) return super.parseToken(token, rest);
    const text = token.getContent();
    this.#recordText(text);
    return new LiteralText(token, text) as never;
  }

  #recordText(text: string): void {
    if (this.#kind === 'plain') return;
    if (this.#kind !== 'text' && this.#kind !== 'css') {
      this.#before += text;
      return;
    }
    const last = text.match(/<\/?(?:mj-)?style\b/gi)?.at(-1);
    if (last !== undefined) this.#kind = last.startsWith('</') ? 'text' : 'css';
  }

  /** Returns the kind of the place around the attribute. */
  enterAttribute(escapeContext: EscapeContext): EscapeContext {
    const outer = this.#kind;
    this.#kind = escapeContext;
    this.#before = '';
    return outer;
  }

  leaveAttribute(outer: EscapeContext): void {
    this.#kind = outer;
  }

  /** How a value that is printed here is escaped, if its last filter is this. */
  escapeFor(lastFilter: string | undefined): EscapeValue {
    if (lastFilter !== undefined && ESCAPING.has(lastFilter) && this.#kind === 'text')
      return (value) => value;
    const isEncoded = lastFilter !== undefined && ENCODING.has(lastFilter);
    const isAddress = this.#kind === 'link' || this.#kind === 'image' || this.#kind === 'images';
    return escapeFor(isEncoded && isAddress ? 'text' : this.#kind, this.#before);
  }
}

/** A value with its filters, as a mail prints it. */
class PrintedValue {
  readonly #value: Value;
  readonly #escape: EscapeValue;
  readonly #name: string;
  readonly #hasDefault: boolean;
  readonly #path: Path | undefined;

  constructor(value: Value, tag: string, parser: MailParser) {
    this.#value = value;
    this.#path = pathOf(value);
    this.#escape = parser.escapeFor(value.filters.at(-1)?.name);
    this.#name = tag;
    this.#hasDefault = value.filters.some((filter) => filter.name === 'default');
  }

  /** A generator for the library, or undefined if the value is printed already. */
  print(context: Context, emitter: Emitter): Generator<unknown, void, unknown> | undefined {
    if (this.#path === undefined) return this.#evaluate(context, emitter);
    const value = read(context, this.#path);
    recordMissing(context, value, this.#name);
    emitter.write(this.#escape(toText(value)));
    return undefined;
  }

  *#evaluate(context: Context, emitter: Emitter): Generator<unknown, void, unknown> {
    let value = yield this.#value.initial.evaluate(context, true);
    if (!this.#hasDefault) recordMissing(context, value, this.#name);
    for (const filter of this.#value.filters) value = yield filter.render(value, context);
    emitter.write(this.#escape(toText(value)));
  }
}

type Path = readonly [string, ...(string | number)[]];

/** The names of a plain variable such as `order.id`, which is read without a generator for each of them. */
function pathOf({ initial: { postfix }, filters }: Value): Path | undefined {
  const [token] = postfix;
  if (filters.length > 0 || postfix.length !== 1 || !TypeGuards.isPropertyAccessToken(token))
    return undefined;
  if (token.variable !== undefined) return undefined;
  const path = token.props.map((name) => ('content' in name ? name.content : undefined));
  const isPlain = path.every((name) => typeof name === 'string' || typeof name === 'number');
  return isPlain && typeof path[0] === 'string' ? (path as unknown as Path) : undefined;
}

const read = (context: Context, path: Path): unknown => (context as MailContext).read(path);

class PrintedOutput extends Output {
  readonly #printed: PrintedValue;

  constructor(token: ConstructorParameters<typeof Output>[0], engine: Liquid, parser: MailParser) {
    super(token, engine);
    this.#printed = new PrintedValue(this.value, expressionOfTag(token.getText()), parser);
  }

  override render(context: Context, emitter: Emitter): IterableIterator<unknown> {
    return this.#printed.print(context, emitter) as IterableIterator<unknown>;
  }
}

/** `{% echo x %}` prints like `{{ x }}`; the library's own would not escape it. */
export class EchoTag extends Tag {
  readonly #printed: PrintedValue;

  constructor(token: TagToken, rest: TopLevelToken[], engine: Liquid, parser: Parser) {
    super(token, rest, engine);
    const value = new Value(this.tokenizer.readFilteredValue(), engine);
    this.#printed = new PrintedValue(value, token.args.split('|', 1)[0]?.trim() ?? '', parser as MailParser);
  }

  render(context: Context, emitter: Emitter): Generator<unknown, void, unknown> | undefined {
    return this.#printed.print(context, emitter);
  }
}

export class EscapedCycleTag extends CycleTag {
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

/** The library's, without generators for most conditions, which are plain variables. */
export class DirectIfTag extends IfTag {
  readonly #paths = this.branches.map(({ value }) => pathOf(value));

  override render(context: Context, emitter: Emitter): never {
    const found = this.branches.find(({ value }, index) => {
      const path = this.#paths[index];
      const condition = path === undefined ? toValueSync(value.value(context)) : read(context, path);
      return isTruthy(toValue(condition), context);
    });
    renderParts(found?.templates ?? this.elseTemplates ?? [], context as MailContext, emitter);
    return undefined as never;
  }
}

/** Notes a list that the data does not have. */
export class NotedForTag extends ForTag {
  override *render(context: Context, emitter: Emitter): Generator<unknown, undefined, Template[]> {
    if (!TypeGuards.isRangeToken(this.collection))
      recordMissing(
        context,
        (yield evalToken(this.collection, context)) ?? undefined,
        this.collection.getText(),
        true,
      );
    yield super.render(context, emitter) as unknown;
  }
}

/** The value of an attribute: what is printed in it is one value, checked as a whole. */
export class AttributeTag extends Tag {
  readonly #kind: EscapeContext;
  readonly #isSingleQuoted: boolean;
  readonly #templates: Template[] = [];
  /** The literal text in front decides the scheme, so no value can change it. */
  readonly #hasSafeScheme: boolean;

  constructor(token: TagToken, rest: TopLevelToken[], engine: Liquid, parser: Parser) {
    super(token, rest, engine);
    const [kind, quotes] = token.args.trim().split(' ');
    this.#kind = kind as EscapeContext;
    this.#isSingleQuoted = quotes === 'single';
    const outer = (parser as MailParser).enterAttribute(this.#kind);
    const stream = parser
      .parseStream(rest)
      .on(`tag:end${ATTRIBUTE_TAG}`, () => stream.stop())
      .on('template', (template: Template) => this.#templates.push(template))
      .on('end', () => {
        throw new Error(`tag ${token.getText()} not closed`);
      });
    stream.start();
    (parser as MailParser).leaveAttribute(outer);
    const [first] = this.#templates;
    this.#hasSafeScheme = first instanceof LiteralText && /^https?:\/\//i.test(first.str);
  }

  render(context: Context, emitter: Emitter): void {
    const value = new BoundedEmitter();
    renderParts(this.#templates, context as MailContext, value);
    // Tags such as `tablerow` print quotes.
    const html = value.buffer.replaceAll('"', '&quot;');
    const isChecked =
      this.#kind === 'text' || ((this.#kind === 'link' || this.#kind === 'image') && this.#hasSafeScheme);
    const checked = isChecked ? html : checkAttribute(this.#kind, html);
    emitter.write(this.#isSingleQuoted ? checked.replaceAll("'", '&#39;') : checked);
  }
}

function recordMissing(context: Context, value: unknown, name: string, isList = false): void {
  const isPrintable = isList || Array.isArray(value) || typeof value !== 'object';
  if (value === undefined || value === null || !isPrintable) (context as MailContext).recordMissing(name);
}

/** A value as text. Objects have none; theirs could be a function of the data. */
function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(toText).join('');
  return value === undefined || value === null || typeof value === 'object' ? '' : String(value);
}
