import type { Emitter, Liquid, Template } from 'liquidjs';
import { createEngine } from './liquid-engine.ts';
import { MailParser } from './liquid-parts.ts';
import {
  BoundedEmitter,
  HEAVY_WORK,
  JsonEmitter,
  LIGHT_WORK,
  MailContext,
  OutputTooLong,
  renderParts,
  WorkLimiter,
} from './mail-context.ts';
import { wrapAttributes } from './wrap-attributes.ts';

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
  mjml?: Uint8Array;
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
  if (fault.startsWith('ENOENT')) return 'they include other templates, which mails cannot';
  const markup = fault.indexOf('<');
  return markup === -1
    ? fault
    : `${fault.slice(0, markup)}… ${fault.slice(fault.lastIndexOf('"') + 1).trim()}`;
}

/** Filters and tags of which each step is short, whatever the values are. */
const LIGHT_FILTERS = `default escape escape_once xml_escape upcase downcase capitalize append prepend size first last join plus
  minus times divided_by modulo round floor ceil abs at_least at_most truncate truncatewords strip lstrip rstrip date url_encode
  cgi_escape raw`;
const LIGHT_TAGS = 'if unless case for assign comment raw break continue echo cycle mail_attribute';

/** A text that is parsed once and filled often. */
interface CompiledText {
  parts: readonly Template[];
  /** Characters of the source. */
  length: number;
}

/** Parses texts for one engine and its limits. */
class TextCompiler {
  readonly #engine: Liquid;
  readonly #isLight: boolean;

  constructor(engine: Liquid, isLight: boolean) {
    this.#engine = engine;
    this.#isLight = isLight;
  }

  /** @throws FillFault for a text that is no valid Liquid, or that has tags that this engine does not have */
  compile(source: string, kind: 'html' | 'text'): CompiledText {
    const { length } = source;
    try {
      const parse = (text: string) => new MailParser(this.#engine, kind).parse(text);
      const marked = kind === 'html' ? wrapAttributes(this.#engine, source, parse) : source;
      return { parts: parse(marked), length };
    } catch (thrown) {
      throw new FillFault(thrown);
    }
  }

  createRenderer(data: Record<string, unknown>): TextRenderer {
    return new TextRenderer(this.#engine, data, new WorkLimiter(this.#isLight ? LIGHT_WORK : HEAVY_WORK));
  }
}

/** Fills the texts of one mail with the same data, within one limit. */
class TextRenderer {
  readonly missing = new Set<string>();
  readonly #engine: Liquid;
  readonly #data: Record<string, unknown>;
  readonly #limiter: WorkLimiter;

  constructor(engine: Liquid, data: Record<string, unknown>, limiter: WorkLimiter) {
    this.#engine = engine;
    this.#data = data;
    this.#limiter = limiter;
  }

  /** @throws FillFault beyond a limit, and for what a filter refuses */
  text(text: CompiledText): string {
    return this.#write(text, new BoundedEmitter()).buffer;
  }

  /** @throws FillFault */
  json(text: CompiledText): JsonEmitter {
    return this.#write(text, new JsonEmitter(text.length));
  }

  #write<Writer extends Emitter>({ parts }: CompiledText, emitter: Writer): Writer {
    try {
      renderParts(parts, new MailContext(this.#engine, this.#data, this.missing, this.#limiter), emitter);
    } catch (thrown) {
      throw new FillFault(thrown);
    }
    return emitter;
  }
}

/** For worker processes, which are ended when they take too long. */
const full = new TextCompiler(createEngine({ parseLimit: 10_000_000, memoryLimit: 10_000_000 }), false);

/** For the serving thread: other requests wait for it. */
const light = new TextCompiler(
  keepOnly(createEngine({ parseLimit: 2_000_000, memoryLimit: 500_000 }, true)),
  true,
);

function keepOnly(engine: Liquid): Liquid {
  const [filters, tags] = [new Set(LIGHT_FILTERS.split(/\s+/)), new Set(LIGHT_TAGS.split(' '))];
  for (const name of Object.keys(engine.filters)) if (!filters.has(name)) delete engine.filters[name];
  for (const name of Object.keys(engine.tags)) if (!tags.has(name)) delete engine.tags[name];
  return engine;
}

/** A mail whose texts are parsed. */
export class CompiledMail {
  readonly #compiler: TextCompiler;
  readonly #subject: CompiledText | null;
  readonly #preheader: CompiledText | null;
  readonly #html: CompiledText;
  readonly #mjml: CompiledText;
  readonly #plainText: CompiledText;

  /**
   * `isLight`: with the tags and within the limits of the serving thread.
   * @throws FillFault
   */
  constructor(texts: MailTexts, isLight = false) {
    const compiler = isLight ? light : full;
    this.#compiler = compiler;
    this.#subject = texts.subject === null ? null : compiler.compile(texts.subject, 'text');
    this.#preheader = texts.preheader === null ? null : compiler.compile(texts.preheader, 'text');
    this.#html = compiler.compile(texts.html, 'html');
    this.#mjml = compiler.compile(texts.mjml, 'html');
    this.#plainText = compiler.compile(texts.plainText, 'text');
  }

  /** `hasMjml`: fills the MJML too. @throws FillFault */
  fill(data: Record<string, unknown>, hasMjml: boolean): FilledTexts {
    const renderer = this.#compiler.createRenderer(data);
    const subject = this.#subject === null ? null : toLine(renderer.text(this.#subject));
    const preheader = this.#preheader === null ? null : toLine(renderer.text(this.#preheader));
    const html = renderer.json(this.#html);
    return {
      subject,
      preheader,
      html: html.toJson(),
      htmlBytes: html.bytes,
      ...(hasMjml && { mjml: renderer.json(this.#mjml).toJson() }),
      plainText: endLines(renderer.text(this.#plainText)),
      missing: [...renderer.missing],
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
    return { text: full.createRenderer(data).text(full.compile(source, kind)) };
  } catch (error) {
    return { text: source, error: (error as Error).message };
  }
}
