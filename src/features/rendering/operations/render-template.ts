import { invalidField, validationFailed } from '../../../platform/errors.ts';
import { storedJson } from '../../../platform/json/stored-json.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { listWarnings } from '../render-mail.ts';
import { FilledTemplate, RenderTemplateInput } from '../schema.ts';

const MAX_DATA_CHARACTERS = 262_144;

export const renderTemplate = defineOperation({
  name: 'renderTemplate',
  summary: 'Render a stored template with values: subject, preheader, HTML, MJML and plain text to send',
  scope: 'tenant',
  effect: 'read',
  requestClass: 'render',
  input: RenderTemplateInput,
  output: FilledTemplate,
  async run(context, { template_id, data = {}, strict = false, ...options }) {
    const json = JSON.stringify(data);
    if (json.length > MAX_DATA_CHARACTERS) throw tooMuchData(json.length);
    const { filler } = context.deps.services.rendering;
    const { mail, source, facts } = await filler.fill(context, template_id, options, { data, json });
    if (strict && mail.missing.length > 0) throw missingVariables(mail.missing);
    return {
      subject: mail.subject,
      preheader: mail.preheader,
      ...(options.format !== 'mjml' && { html: storedJson<string>(mail.html) }),
      ...(mail.mjml !== undefined && { mjml: storedJson<string>(mail.mjml) }),
      plain_text: mail.plainText,
      html_bytes: mail.htmlBytes,
      warnings: await listWarnings(context, source, facts, mail.htmlBytes),
      missing_variables: mail.missing,
    };
  },
});

const tooMuchData = (length: number) =>
  invalidField('data', `has ${length} characters as JSON; ${MAX_DATA_CHARACTERS} are allowed.`);

const missingVariables = (names: readonly string[]) =>
  validationFailed(
    Object.fromEntries(names.map((name) => [`data.${name}`, ['is missing: the mail prints it.']])),
    { quotesOthers: true },
  );
