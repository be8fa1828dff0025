import type { RenderedFacts } from '../../mail/score/index.ts';
import { invalidField } from '../../platform/errors.ts';
import { parseStoredJson } from '../../platform/json/stored-json.ts';
import type { OperationContext } from '../../platform/operation.ts';
import { ownerOf } from '../../platform/scope.ts';
import { sha256 } from '../../platform/security/crypto.ts';
import { renderMail } from '../rendering/index.ts';
import { prepareSent, requireTemplateWithContent } from '../templates/index.ts';
import type { ScoreInput } from './schema.ts';

type Context = OperationContext<'tenant'>;

/** A content and its rating. */
export async function rateContent(context: Context, input: ScoreInput) {
  const source = await findContent(context, input);
  const content = Buffer.from(source.json).toString();
  const isRendered = input.render === true || input.accessibility_report === true;
  const rendered = isRendered ? await renderForScore(context, source, content) : undefined;
  const rating = await context.deps.services.scoring.rater.rate(
    {
      hash: source.hash,
      job: {
        content,
        subject: input.subject,
        kind: input.kind,
        knownTags: listTags(input),
        rendered,
        fixTogether: input.fixes === 'together',
      },
    },
    { owner: ownerOf(context.scope), signal: context.signal },
  );
  return { source, content, rating };
}

export interface ContentToScore {
  json: Uint8Array;
  hash: Buffer;
  title: string | undefined;
  /** The template that is stored with this content. */
  stored: { id: string; version: number } | undefined;
}

/** The content to rate: the sent one, or the template's. */
async function findContent(
  { deps, scope }: Context,
  { template_id, content, subject }: ScoreInput,
): Promise<ContentToScore> {
  const row =
    template_id === undefined
      ? undefined
      : await requireTemplateWithContent(scope, deps.db.reader, template_id);
  const title = subject ?? row?.name ?? undefined;
  if (content !== undefined) {
    const sent = await prepareSent({ deps, scope }, content);
    const isStored = row !== undefined && Buffer.compare(sent.json, row.json) === 0;
    return { ...sent, title, stored: isStored ? row : undefined };
  }
  if (row === undefined) throw invalidField('template_id', 'is required, unless content is given.');
  return { json: row.json, hash: Buffer.from(sha256(row.json)), title, stored: row };
}

async function renderForScore(
  context: Context,
  { hash, title }: ContentToScore,
  content: string,
): Promise<RenderedFacts> {
  const source = { title, contentHash: hash, readContent: async () => content };
  const mail = await renderMail(context, source, { format: 'html', plain_text: true });
  const [html, text] = [mail.html, mail.plain_text].map((part) =>
    part === undefined ? '' : parseStoredJson(part),
  );
  return { html: html ?? '', text: text ?? '', bytes: mail.html_bytes };
}

/** The known merge tags; undefined when the editor sends none, because then any may be known to the sending service. */
function listTags({ merge_tags = [] }: ScoreInput): string[] | undefined {
  return merge_tags.length === 0 ? undefined : merge_tags.map(({ value }) => value);
}
