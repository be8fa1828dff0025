import type { TemplateContent } from '../../mail/model/index.ts';
import { listMergeTags } from '../../mail/parse/merge-tags.ts';
import type { CompiledMail, FilledTexts, MailTexts, Warning } from '../../mail/render/index.ts';
import { Cache } from '../../platform/caching/cache.ts';
import type { Deps } from '../../platform/deps.ts';
import { DomainError, invalidField } from '../../platform/errors.ts';
import { parseStoredJson } from '../../platform/json/stored-json.ts';
import type { TenantContext } from '../../platform/operation.ts';
import { ownerOf, type TenantScope } from '../../platform/scope.ts';
import { sha256 } from '../../platform/security/crypto.ts';
import { renderingKey } from './cache.ts';
import { imageBaseOf } from './pictures.ts';
import { findOrRender, type MailSource, openTemplateSource, optionsOf } from './render-mail.ts';
import type { EncodedRendering } from './rendering.ts';
import type { RenderOptions } from './schema.ts';

/** Most characters of a mail, and of its data, that the serving thread fills. */
const MAX_LIGHT_MAIL = 512 * 1024;
const MAX_LIGHT_DATA = 64 * 1024;

/** Most merge tags of a mail that the serving thread parses: about 50 ms. */
const MAX_LIGHT_TAGS = 2000;

/** Measured bytes of memory per character of a text, and of a parsed and filled one. */
const TEXT_BYTES = 3;
const PARSED_BYTES = 8;

/** Attempts to read a template, which can change between two reads. */
const MAX_ATTEMPTS = 5;

/** A rendered template, ready to be filled. */
interface FillableMail {
  texts: MailTexts;
  /** Undefined if filling may take long, so that a worker process does it. */
  compiled: CompiledMail | undefined;
  /**
   * Data of this many characters of JSON has taken too long here. Data of this size or larger goes to a worker process
   * at once.
   */
  tooLongFrom: number;
  facts: Pick<EncodedRendering, 'warnings' | 'mediaTokens'>;
}

interface GivenData {
  data: Record<string, unknown>;
  json: string;
}

interface Job extends GivenData {
  hasMjml: boolean;
}

/**
 * Fills templates with values. A rendered template is parsed once and kept; filling it takes less than a millisecond.
 * Templates with tags whose cost depends on the values, and much data, go to a worker process.
 */
export class MailFiller {
  readonly #deps: Deps;
  readonly #mails: Cache<FillableMail>;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#mails = new Cache({ budget: deps.cacheBudget });
  }

  /** Throws `not_found`, `validation_failed` for invalid Liquid, `too_large`, and the errors of a pool. */
  async fill(
    context: TenantContext,
    templateId: string,
    options: RenderOptions,
    given: GivenData,
  ): Promise<{ mail: FilledTexts; source: MailSource; facts: FillableMail['facts'] }> {
    const { scope } = context;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const { source } = await openTemplateSource(context, templateId);
      const key = keyOf(context, source, options);
      const load = () => this.#load(context, source, options);
      const fillable = await this.#mails.getOrLoad(key, load, sizeOf);
      if (fillable === undefined) continue;
      const job = { ...given, hasMjml: options.format !== 'html' };
      const mail = fillHere(fillable, job) ?? (await this.#fillInWorker(scope, key, fillable, job));
      return { mail, source, facts: fillable.facts };
    }
    throw new DomainError('conflict', 'The template is being changed at the moment. Try again.');
  }

  /** Undefined if the template has changed meanwhile. */
  async #load(
    context: TenantContext,
    source: MailSource,
    options: RenderOptions,
  ): Promise<FillableMail | undefined> {
    const rendering = await findOrRender(context, source, options);
    const content = await source.readContent();
    if (!Buffer.from(sha256(content)).equals(source.contentHash)) return undefined;
    const { settings } = JSON.parse(content) as TemplateContent;
    const texts: MailTexts = {
      subject: textOf(settings.subject),
      preheader: textOf(settings.preheaderText),
      html: parseStoredJson(rendering.html),
      mjml: parseStoredJson(rendering.mjml),
      plainText: parseStoredJson(rendering.plain_text),
    };
    const { mediaTokens } = rendering;
    const warnings = [...rendering.warnings, ...warnOfOtherTags(texts)];
    return {
      texts,
      compiled: await compileLight(texts),
      tooLongFrom: Number.POSITIVE_INFINITY,
      facts: { warnings, mediaTokens },
    };
  }

  async #fillInWorker(
    scope: TenantScope,
    key: string,
    { texts }: FillableMail,
    { data, hasMjml }: Job,
  ): Promise<FilledTexts> {
    const { filling } = this.#deps.services.rendering.pools;
    const mail = await filling.run({ kind: 'fill', key, texts, data, hasMjml }, { owner: ownerOf(scope) });
    if (!('fault' in mail)) return mail;
    throw mail.isTooLong ? tooLong(mail.fault) : notFillable(mail.fault);
  }
}

function keyOf(context: TenantContext, source: MailSource, options: RenderOptions) {
  const { contentHash } = source;
  const imageBase = imageBaseOf(context.deps);
  return renderingKey(context.scope, { contentHash, imageBase, ...optionsOf(source, options) }).toString(
    'base64',
  );
}

const textOf = (setting: unknown): string | null =>
  typeof setting === 'string' && setting.trim() !== '' ? setting : null;

const lengthOf = ({ subject, preheader, html, mjml, plainText }: MailTexts): number =>
  (subject?.length ?? 0) + (preheader?.length ?? 0) + html.length + mjml.length + plainText.length;

const sizeOf = ({ texts, compiled }: FillableMail): number =>
  lengthOf(texts) * (compiled === undefined ? TEXT_BYTES : PARSED_BYTES);

const countTags = ({ html, mjml, plainText }: MailTexts): number =>
  [html, mjml, plainText].join('').split(/\{[{%]/).length - 1;

/** Undefined for mails that only a worker process may fill. */
async function compileLight(texts: MailTexts): Promise<CompiledMail | undefined> {
  if (lengthOf(texts) > MAX_LIGHT_MAIL || countTags(texts) > MAX_LIGHT_TAGS) return undefined;
  // Imported at first use, because most servers never fill a mail; from its file, because the index would load the
  // compiler.
  const { CompiledMail, FillFault } = await import('../../mail/render/fill.ts');
  try {
    return new CompiledMail(texts, true);
  } catch (thrown) {
    if (thrown instanceof FillFault) return undefined;
    throw thrown;
  }
}

/** Undefined if it fails or takes longer than the serving thread may. A worker process then reports the error. */
function fillHere(fillable: FillableMail, { data, json, hasMjml }: Job): FilledTexts | undefined {
  const { compiled, tooLongFrom } = fillable;
  if (compiled === undefined || json.length > MAX_LIGHT_DATA || json.length >= tooLongFrom) return undefined;
  try {
    return compiled.fill(data, hasMjml);
  } catch {
    fillable.tooLongFrom = json.length;
    return undefined;
  }
}

/** Only Liquid is filled. */
function warnOfOtherTags({ subject, preheader, plainText }: MailTexts): Warning[] {
  const tags = listMergeTags([subject, preheader, plainText].join('\n'));
  const other = tags.find((tag) => !/^\{[{%]/.test(tag));
  if (other === undefined) return [];
  const message = `Only merge tags in Liquid syntax are filled; "${other.slice(0, 100)}" and others like it stay as they are.`;
  return [{ code: 'tags_not_filled', message }];
}

const tooLong = (fault: string) =>
  new DomainError('too_large', `The mail is too long: ${fault}. Shorten the lists in "data".`);

const notFillable = (fault: string) =>
  invalidField('template_id', `The merge tags of this template cannot be filled: ${fault}.`, {
    quotesOthers: true,
  });
