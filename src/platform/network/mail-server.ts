/** The SMTP server for test mails. */
export interface MailServer {
  host: string;
  port: number;
  /**
   * `tls`: encrypted from the start. `starttls`: STARTTLS is required. `offered`: STARTTLS if the server offers it.
   * `none`: no encryption.
   */
  encryption: 'tls' | 'starttls' | 'offered' | 'none';
  credentials: { user: string; password: string } | undefined;
  /** The sender. `name` is '' without a name. */
  from: { name: string; address: string };
}
