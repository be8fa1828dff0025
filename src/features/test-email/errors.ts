import { DomainError, invalidField } from '../../platform/errors.ts';

export const noMailServer = () =>
  new DomainError(
    'unavailable',
    'Test mails cannot be sent: no mail server is configured. The operator names one with GALLEY_SMTP_URL and GALLEY_SMTP_FROM.',
  );

export const notAnAddress = () => invalidField('recipient', 'must be one email address.');

export const notAllowed = () =>
  new DomainError('forbidden', 'This recipient is not among those who may get test mails (allowed_emails).');

export const tooManyAtOnce = () =>
  new DomainError('unavailable', 'Other test mails are just being sent. Try again in a moment.');

/** What has gone wrong at the mail server, without anything it said: that may hold names and addresses of its own. */
export type MailFault =
  | 'refused_sign_in'
  | 'unreachable'
  | 'timeout'
  | 'no_tls'
  | 'recipient'
  | 'sender'
  | 'other';

const MESSAGES: Record<MailFault, string> = {
  refused_sign_in: 'The mail server did not accept the operator’s user and password.',
  unreachable: 'The mail server cannot be reached.',
  timeout: 'The mail server did not answer in time.',
  no_tls: 'No encrypted connection to the mail server could be made.',
  recipient: 'The mail server does not accept this recipient',
  sender: 'The mail server does not accept the operator’s sender address',
  other: 'The mail server did not accept the mail',
};

/** `status`: the SMTP reply code, if there was one. */
export function mailNotSent(fault: MailFault, status: number | undefined): DomainError {
  const message = MESSAGES[fault];
  const text = message.endsWith('.') ? message : `${message}${status === undefined ? '' : ` (${status})`}.`;
  if (fault === 'recipient') return invalidField('recipient', text);
  return new DomainError(
    'unavailable',
    `The test mail was not sent. ${text} The operator finds details in the log.`,
  );
}
