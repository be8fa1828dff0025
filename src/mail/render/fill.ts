import { type Emitter, type Liquid, type Template, toValueSync } from 'liquidjs';
import { createEngine, MailParser, wrapAttributes } from './liquid-engine.ts';
import { BoundedEmitter, JsonEmitter, listLiterals, MailContext, OutputTooLong } from './mail-context.ts';

/** The texts of a mail with Liquid merge tags, without values. */
export interface MailTexts {
  subject: string | null;
  preheader: string | null;
  html: string;
  mjml: string;
  plainText: string;
}

/** The texts with values; the long ones as JSON, in UTF-8. */
export interface FilledTexts extends Pick<MailTexts, 'subject' | 'preheader' | 'plainText'> {
  html: Uint8Array;
  mjml: Uint8Array;
  /** Of the HTML in UTF-8, before it is JSON. */
  htmlBytes: number;
  /** Variables that the texts print, or go through as lists, and that the data does not have. */
  missing: string[];
}

/** A text cannot be filled; the message is a clause for the author of the template. */
export class FillFault extends Error {
  readonly isTooLong: boolean;

  constructor(thrown: unknown) {
    const original = (thrown as { originalError?: unknown }).originalError ?? thrown;
    const text = thrown instanceof Error ? thrown.message : 'unknown fault';
    super(describeFault(text.slice(0, 300)));
    this.isTooLong = original instanceof OutputTooLong;
  }
}

/** Without the place, which is one in the finished mail, and without the markup that the library quotes. */
function describeFault(text: string): string {
  const [fault = ''] = text.split(/, line:\d|\n/, 1);
  const markup = fault.indexOf('<');
  return markup === -1
    ? fault
    : `${fault.slice(0, markup)}… ${fault.slice(fault.lastIndexOf('"') + 1).trim()}`;
}

/** A text that is parsed once and filled often. A text without Liquid stays a string. */
type CompiledText = string | Template[];

/** Filters and tags of which each step is short, whatever the values are. */
const LIGHT_FILTERS = `default escape escape_once xml_escape upcase downcase capitalize append prepend size first last join plus
  minus times divided_by modulo round floor ceil abs at_least at_most truncate truncatewords strip lstrip rstrip date url_encode
  cgi_escape raw`;
const LIGHT_TAGS = 'if unless case for assign comment raw break continue echo cycle mail_attribute';

/** Compiles and fills texts within limits. */
class Filler {
  readonly #engine: Liquid;

  constructor(engine: Liquid) {
    this.#engine = engine;
  }

  /** @throws FillFault for a text that is no valid Liquid, or that has tags that this engine does not have */
  compile(source: string, kind: 'html' | 'text'): CompiledText {
    if (!/\{\{|\{%/.test(source)) return source;
    try {
      const marked = kind === 'html' ? wrapAttributes(this.#engine, source) : source;
      return new MailParser(this.#engine, kind).parse(marked);
    } catch (thrown) {
      throw new FillFault(thrown);
    }
  }

  /** @throws FillFault beyond a limit, and for what a filter refuses */
  fill(text: CompiledText, data: Record<string, unknown>, missing: Set<string>): string {
    const emitter = new BoundedEmitter();
    if (typeof text === 'string') return text;
    this.write(text, data, missing, emitter);
    return emitter.buffer;
  }

  /** @throws FillFault */
  write(text: CompiledText, data: Record<string, unknown>, missing: Set<string>, emitter: Emitter): void {
    if (typeof text === 'string') {
      emitter.write(text);
      return;
    }
    const context = new MailContext(this.#engine, data, missing);
    try {
      toValueSync(this.#engine.renderer.renderTemplates(text, context, emitter));
    } catch (thrown) {
      throw new FillFault(thrown);
    }
  }
}

/** For worker processes, which are ended when they take too long. */
const full = new Filler(createEngine({ renderLimit: 1000, parseLimit: 10_000_000, memoryLimit: 10_000_000 }));

/** For the serving thread: other requests wait for it. */
const light = new Filler(
  keepOnly(createEngine({ renderLimit: 50, parseLimit: 2_000_000, memoryLimit: 500_000 }, true)),
);

function keepOnly(engine: Liquid): Liquid {
  const [filters, tags] = [new Set(LIGHT_FILTERS.split(/\s+/)), new Set(LIGHT_TAGS.split(' '))];
  for (const name of Object.keys(engine.filters)) if (!filters.has(name)) delete engine.filters[name];
  for (const name of Object.keys(engine.tags)) if (!tags.has(name)) delete engine.tags[name];
  return engine;
}

/** A text that is sent as JSON. */
class CompiledJson {
  readonly #text: CompiledText;
  readonly #filler: Filler;
  readonly #literals: ReturnType<typeof listLiterals>;

  constructor(filler: Filler, source: string) {
    this.#filler = filler;
    this.#text = filler.compile(source, 'html');
    this.#literals = listLiterals(
      typeof this.#text === 'string' ? [{ str: source }] : (this.#text as object[]),
    );
  }

  fill(data: Record<string, unknown>, missing: Set<string>): { json: Uint8Array; bytes: number } {
    const emitter = new JsonEmitter(this.#literals);
    this.#filler.write(this.#text, data, missing, emitter);
    return { json: Buffer.from(`"${emitter.buffer}"`), bytes: emitter.bytes };
  }
}

/** A mail whose texts are parsed. */
export class CompiledMail {
  readonly #filler: Filler;
  readonly #subject: CompiledText | null;
  readonly #preheader: CompiledText | null;
  readonly #html: CompiledJson;
  readonly #mjml: CompiledJson;
  readonly #plainText: CompiledText;

  /**
   * `isLight`: with the tags and within the limits of the serving thread.
   * @throws FillFault
   */
  constructor(texts: MailTexts, isLight = false) {
    const filler = isLight ? light : full;
    this.#filler = filler;
    this.#subject = texts.subject === null ? null : filler.compile(texts.subject, 'text');
    this.#preheader = texts.preheader === null ? null : filler.compile(texts.preheader, 'text');
    this.#html = new CompiledJson(filler, texts.html);
    this.#mjml = new CompiledJson(filler, texts.mjml);
    this.#plainText = filler.compile(texts.plainText, 'text');
  }

  /** @throws FillFault */
  fill(data: Record<string, unknown>): FilledTexts {
    const missing = new Set<string>();
    const fill = (text: CompiledText) => this.#filler.fill(text, data, missing);
    const subject = this.#subject === null ? null : toLine(fill(this.#subject));
    const preheader = this.#preheader === null ? null : toLine(fill(this.#preheader));
    const html = this.#html.fill(data, missing);
    return {
      subject,
      preheader,
      html: html.json,
      htmlBytes: html.bytes,
      mjml: this.#mjml.fill(data, missing).json,
      plainText: endLines(fill(this.#plainText)),
      missing: [...missing],
    };
  }
}

/** A header has one line. */
function toLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}

/** Guards that let nothing through leave lines empty. */
export function endLines(text: string): string {
  const closed = text.replace(/\n{3,}/g, '\n\n').trim();
  return closed === '' ? '' : `${closed}\n`;
}

interface AppliedData {
  text: string;
  /** Why the merge tags are still there. */
  error?: string;
}

/**
 * Renders merge tags in Liquid syntax with values; tags of other syntaxes stay. A template that is no valid Liquid comes
 * back as it was.
 */
export function applyData(source: string, data: Record<string, unknown>, kind: 'html' | 'text'): AppliedData {
  try {
    return { text: full.fill(full.compile(source, kind), data, new Set()) };
  } catch (error) {
    return { text: source, error: (error as Error).message };
  }
}
