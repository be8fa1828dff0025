import { ImportRefusal } from '../../mail/import/context.ts';
import type { PicturedMail } from '../../mail/import/formats.ts';
import { type ImportedContent, type ImportInput, importContent } from '../../mail/import/index.ts';
import { readEml } from '../../mail/import/read-eml.ts';
import { readInlinePictures } from '../../mail/import/read-inline-pictures.ts';
import { readZip } from '../../mail/import/read-zip.ts';
import { decodeText, UnknownCharset } from '../../mail/parse/decode-text.ts';
import { createId } from '../../platform/ids.ts';
import { serveWorker } from '../../platform/workers/serve.ts';
import { importWithPictures } from './import-with-pictures.ts';

serveWorker(async (sent: ImportInput): Promise<ImportedContent> => {
  try {
    const input = withText(sent);
    const mail = await readPicturedMail(input);
    return mail
      ? await importWithPictures(mail, input.pictureSizes)
      : importContent(input, { makeId: createId });
  } catch (error) {
    if (error instanceof UnknownCharset)
      return { ok: false, reason: 'not_that_format', message: error.message };
    if (!(error instanceof ImportRefusal)) throw error;
    return { ok: false, reason: error.reason, message: error.message };
  }
});

/** A source of text, decoded if it came as bytes. */
function withText(input: ImportInput): ImportInput {
  const { format, body, encoding } = input;
  const isText = format === 'html' || format === 'mjml';
  if (!isText || encoding !== 'base64' || typeof body !== 'string') return input;
  return { ...input, body: decodeText(Buffer.from(body, 'base64')), encoding: undefined };
}

/** The mail in a source that holds pictures, too; undefined for other sources. */
async function readPicturedMail({
  format,
  body,
  base,
  encoding,
}: ImportInput): Promise<PicturedMail | undefined> {
  if (typeof body !== 'string') return undefined;
  if (format === 'eml') return readEml(encoding === 'base64' ? Buffer.from(body, 'base64') : body);
  if (format === 'zip') return readZip(body);
  return format === 'html' && base === undefined ? readInlinePictures(body) : undefined;
}
