import { SMTPServer } from 'smtp-server';

/** A mail as it arrived. */
interface ReceivedMail {
  from: string;
  to: string[];
  /** Head and body as sent. */
  source: string;
  /** Headers by lower-case name, unfolded, encoded words decoded. */
  headers: Map<string, string>;
  html: string;
  text: string;
}

export interface MailServer {
  port: number;
  mails: ReceivedMail[];
  /** `user password` of every sign-in. */
  signIns: string[];
  /** Handlers of steps of the conversation. Without a handler, a step is accepted. */
  behavior: Behavior;
  stop(): Promise<void>;
}

type Options = NonNullable<ConstructorParameters<typeof SMTPServer>[0]>;
type Behavior = Pick<Options, 'onAuth' | 'onMailFrom' | 'onRcptTo' | 'onData'>;

/** A real SMTP server on a free port. Without options it accepts every mail without authentication. */
export async function startMailServer(options: Options = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const signIns: string[] = [];
  let behavior: Behavior = {};
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth(auth, session, done) {
      if (behavior.onAuth) return behavior.onAuth.call(this, auth, session, done);
      const { username, password } = auth;
      signIns.push(`${username} ${password}`);
      done(null, { user: username ?? '' });
    },
    onMailFrom(address, session, done) {
      if (behavior.onMailFrom) behavior.onMailFrom.call(this, address, session, done);
      else done();
    },
    onRcptTo(address, session, done) {
      if (behavior.onRcptTo) behavior.onRcptTo.call(this, address, session, done);
      else done();
    },
    onData(stream, session, done) {
      if (behavior.onData) return behavior.onData.call(this, stream, session, done);
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom === false ? '' : mailFrom.address;
        mails.push(
          readMail(
            Buffer.concat(chunks).toString(),
            from,
            rcptTo.map(({ address }) => address),
          ),
        );
        done();
      });
    },
    ...options,
  });
  // Some tests disconnect in the middle.
  server.on('error', () => {});
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.server.address() as { port: number };
  return {
    port,
    mails,
    signIns,
    get behavior() {
      return behavior;
    },
    set behavior(wanted) {
      behavior = wanted;
    },
    stop: () => new Promise<void>((done) => server.close(() => done())),
  };
}

function readMail(source: string, from: string, to: string[]): ReceivedMail {
  const headers = readHeaders(source);
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1];
  const parts = boundary === undefined ? [source] : source.split(`--${boundary}`).slice(1, -1);
  const partOf = (type: string) => {
    const part = parts.find((text) => readHeaders(text.trimStart()).get('content-type')?.startsWith(type));
    return part === undefined ? '' : readBody(part.trimStart());
  };
  return { from, to, source, headers, html: partOf('text/html'), text: partOf('text/plain') };
}

function readHeaders(source: string): Map<string, string> {
  const head = source.split('\r\n\r\n', 1)[0] as string;
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  return new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim())];
    }),
  );
}

function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_word, kind, data) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(data, 'base64').toString()
        : decodeQuoted(data.replaceAll('_', ' ')),
    );
}

function readBody(part: string): string {
  const encoding = readHeaders(part).get('content-transfer-encoding') ?? '7bit';
  const body = part.slice(part.indexOf('\r\n\r\n') + 4).replace(/\r\n$/, '');
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  return encoding === 'quoted-printable'
    ? decodeQuoted(body.replace(/=\r\n/g, '')).replaceAll('\r\n', '\n')
    : body.replaceAll('\r\n', '\n');
}

function decodeQuoted(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_code, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString();
}
