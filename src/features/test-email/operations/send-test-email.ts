import { type Static, Type } from '@sinclair/typebox';
import type { Deps } from '../../../platform/deps.ts';
import { DomainError } from '../../../platform/errors.ts';
import { defineOperation, type TenantContext } from '../../../platform/operation.ts';
import { ownerOf, type TenantScope } from '../../../platform/scope.ts';
import { requireVouchedRecipients } from '../../access/index.ts';
import { selectAccount } from '../../accounts/index.ts';
import {
  type PreparedMail,
  prepareMail,
  renderPreparedContent,
  renderToSend,
  subjectOf,
} from '../../rendering/index.ts';
import { ContentInput, prepareSent, TemplateId } from '../../templates/index.ts';
import { normalizeAddress } from '../address.ts';
import { addressNotProven, noMailServer, notAllowed, notAnAddress, onlyForPeople } from '../errors.ts';
import { countTestMail } from '../limits.ts';

/** Ten times what Gmail shows of a mail. */
const MAX_HTML_BYTES = 1024 * 1024;

const MAX_SUBJECT_CHARACTERS = 200;

const RecipientInput = {
  recipient: Type.String({ maxLength: 320, description: 'Who gets the mail: one of `allowed_emails`.' }),
  allowed_emails: Type.Array(Type.String({ maxLength: 254 }), {
    maxItems: 100,
    description: 'Who may get test mails: the list of the token answer, unchanged.',
  }),
  signature: Type.String({
    maxLength: 255,
    description: 'Hex HMAC-SHA256 of `JSON.stringify(allowed_emails)` with the project’s signing key.',
  }),
};
const Recipient = Type.Object(RecipientInput);

export const sendTestEmail = defineOperation({
  name: 'sendTestEmail',
  summary: 'Send a template as a test mail to somebody the customer has vouched for',
  scope: 'tenant',
  effect: 'write',
  requestClass: 'render',
  feature: 'test_email',
  input: Type.Object({
    template_id: TemplateId,
    ...RecipientInput,
    html: Type.String({
      minLength: 1,
      description: 'The mail: what the export has answered. Anything else is sanitized before it is sent.',
    }),
  }),
  output: Type.Object({}),
  async run({ deps, scope, emit }, { template_id, html, ...recipient }) {
    requireSize(html);
    await sendMail({ deps, scope }, recipient, () => prepareMail({ deps, scope }, template_id, html));
    emit({ type: 'test_email.sent', payload: { template_id } });
    return {};
  },
});

export const sendContentAsTestEmail = defineOperation({
  name: 'sendContentAsTestEmail',
  summary: 'Send content that is not stored as a test mail to somebody the customer has vouched for',
  scope: 'tenant',
  effect: 'write',
  requestClass: 'render',
  feature: 'test_email',
  largeField: 'content',
  input: Type.Object({
    ...RecipientInput,
    content: ContentInput,
    title: Type.Optional(
      Type.String({ maxLength: 255, description: 'Subject of the mail; default: `settings.subject`.' }),
    ),
  }),
  output: Type.Object({}),
  async run({ deps, scope, emit }, { content, title, ...recipient }) {
    const prepared = await prepareSent({ deps, scope }, content);
    await sendMail({ deps, scope }, recipient, async () => {
      const mail = await renderPreparedContent({ deps, scope }, prepared, title);
      requireSize(mail.html);
      const typed = title?.trim() ? title : undefined;
      return { subject: typed ?? subjectOf(prepared.json.toString()), ...mail };
    });
    emit({ type: 'test_email.sent', payload: {} });
    return {};
  },
});

export const sendTestEmailToSelf = defineOperation({
  name: 'sendTestEmailToSelf',
  summary: 'Send a template as a test mail to the address of your own account',
  scope: 'tenant',
  effect: 'write',
  requestClass: 'render',
  feature: 'test_email',
  input: Type.Object({ template_id: TemplateId }),
  output: Type.Object({ recipient: Type.String() }),
  async run({ deps, scope, emit }, { template_id }) {
    const recipient = await readOwnAddress(deps, scope);
    await deliver({ deps, scope }, recipient, () => renderToSend({ deps, scope }, template_id));
    emit({ type: 'test_email.sent', payload: { template_id } });
    return { recipient };
  },
});

/** The address of the person who has signed in. */
async function readOwnAddress({ db }: Deps, { actor }: TenantScope): Promise<string> {
  const person = await selectAccount(db.reader, actor.id);
  if (person === undefined) throw onlyForPeople();
  if (!person.emailVerified) throw addressNotProven();
  return person.email;
}

/** Sends what `prepare` returns, which is called after everything else has been checked. */
async function sendMail(
  { deps, scope }: TenantContext,
  { recipient, allowed_emails, signature }: Static<typeof Recipient>,
  prepare: () => Promise<PreparedMail>,
): Promise<void> {
  await requireVouchedRecipients(deps, scope, allowed_emails, signature);
  await deliver({ deps, scope }, requireAllowed(recipient, allowed_emails), prepare);
}

async function deliver(
  { deps, scope }: TenantContext,
  recipient: string,
  prepare: () => Promise<PreparedMail>,
): Promise<void> {
  const { mailer } = deps.services.testEmail;
  if (mailer === undefined) {
    deps.log.warn('a test email was refused: no mail server is set (GALLEY_SMTP_URL, GALLEY_SMTP_FROM)');
    throw noMailServer();
  }
  const { subject, ...mail } = await prepare();
  await countTestMail(deps, scope, recipient);
  const sentAt = deps.clock.now();
  await mailer.send({ ...mail, recipient, subject: toSubjectLine(subject), sentAt }, ownerOf(scope));
}

function requireSize(html: string): void {
  const bytes = Buffer.byteLength(html);
  if (bytes <= MAX_HTML_BYTES) return;
  const size = Math.ceil(bytes / 1024);
  throw new DomainError(
    'too_large',
    `The HTML has ${size} KB; a test mail may have ${MAX_HTML_BYTES / 1024} KB.`,
  );
}

function requireAllowed(recipient: string, allowed: readonly string[]): string {
  const address = normalizeAddress(recipient);
  if (address === undefined) throw notAnAddress();
  if (!allowed.some((email) => normalizeAddress(email) === address)) throw notAllowed();
  return address;
}

/** On one line, so that it cannot add headers. */
function toSubjectLine(subject: string | null): string {
  const line = (subject ?? '').replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return `[Test] ${line === '' ? 'Untitled template' : [...line].slice(0, MAX_SUBJECT_CHARACTERS).join('')}`;
}
