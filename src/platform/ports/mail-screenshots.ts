/** A mail to draw as a browser shows it. */
export interface ScreenshotRequest {
  html: string;
  /** Of the window, in pixels. */
  width: number;
  /** A longer mail is cut off here. */
  maxHeight: number;
  isDark: boolean;
  isPhone: boolean;
  /** The bytes of a picture of the mail; undefined: it is shown as missing. Nothing else is fetched. */
  readPicture(address: string): Promise<Uint8Array | undefined>;
}

/** Draws mails with a browser of this machine. */
export interface MailScreenshots {
  /** The PNG. Throws if the browser cannot draw it in time, or has too much to do. */
  draw(request: ScreenshotRequest): Promise<Uint8Array<ArrayBuffer>>;
  close(): Promise<void>;
}
