/** The parts of a mail to send. */
interface MailParts {
  number: number;
  subject: string;
  html: string;
  text: string;
}

const BOUNDARY = 'part-of-a-letter';

/**
 * A multipart mail as a newsletter sender writes it. It has no Received header, because test addresses add spam points,
 * and it has List headers, because mails made from templates have them.
 */
export function buildMail({ number, subject, html, text }: MailParts): string {
  return [
    'From: Example News <news@example.com>',
    'To: Robin Reader <robin@example.org>',
    `Subject: ${encodeWords(subject)}`,
    'Date: Tue, 03 Nov 2026 09:00:00 +0000',
    `Message-ID: <20261103090000.${10_000 + number}.letter@mail.example.com>`,
    'List-Id: Example News <news.example.com>',
    'List-Unsubscribe: <https://news.example.com/leave>',
    'MIME-Version: 1.0',
    `Content-Type: multipart/alternative; boundary="${BOUNDARY}"`,
    '',
    ...part('text/plain', text),
    ...part('text/html', html),
    `--${BOUNDARY}--`,
    '',
  ].join('\n');
}

/** Joins mails in the mbox format. */
export function buildMbox(mails: readonly string[]): string {
  return mails
    .map((mail) => `From news@example.com Tue Nov  3 09:00:00 2026\n${mail.replace(/^(>*From )/gm, '>$1')}\n`)
    .join('');
}

function part(type: string, body: string): string[] {
  return [
    `--${BOUNDARY}`,
    `Content-Type: ${type}; charset=utf-8`,
    'Content-Transfer-Encoding: quoted-printable',
    '',
    quotePrintable(body),
  ];
}

function encodeWords(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  return `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`;
}

/** Quoted-printable (RFC 2045, 6.7), lines of at most 76 characters. */
function quotePrintable(body: string): string {
  return body.split('\n').map(quoteLine).join('\n');
}

function quoteLine(line: string): string {
  let quoted = '';
  let length = 0;
  for (const byte of Buffer.from(line)) {
    const isPlain = byte >= 32 && byte < 127 && byte !== 61;
    const piece = isPlain
      ? String.fromCharCode(byte)
      : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    if (length + piece.length > 75) {
      quoted += '=\n';
      length = 0;
    }
    quoted += piece;
    length += piece.length;
  }
  return quoted.replace(/ $/, '=20');
}
