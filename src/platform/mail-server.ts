/** The SMTP server for test mails. */
export interface MailServer {
  host: string;
  port: number;
  /** `tls`: from the start. `starttls`: or nothing. `offered`: STARTTLS if the server has it. `none`: never. */
  encryption: 'tls' | 'starttls' | 'offered' | 'none';
  credentials: { user: string; password: string } | undefined;
  /** The sender's address, and the name before it or ''. */
  from: { name: string; address: string };
}
