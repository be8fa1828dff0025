import type { MailFault } from '../../platform/network/send-mail.ts';

const ADVICE: Partial<Record<MailFault, string>> = {
  refused_sign_in: 'It refuses the user or the password.',
  unreachable: 'It cannot be reached: check host and port, and whether a firewall blocks the port.',
  timeout: 'It does not answer in time: check host and port, and whether a firewall blocks the port.',
  no_tls: 'No encrypted connection is possible: check its certificate, and how the connection is encrypted.',
};

/** Why the mail server cannot be used, for operators. */
export const describeMailFault = (fault: MailFault): string =>
  `The mail server cannot be used. ${ADVICE[fault] ?? 'It refuses the connection.'}`;
