/** What has to be brought to an end with the application, before its database is closed. */
export interface Lifetime {
  onClose(close: () => Promise<void>): void;
  /** Closes the youngest first. */
  close(): Promise<void>;
}

export function createLifetime(): Lifetime {
  const closers: (() => Promise<void>)[] = [];
  return {
    onClose: (close) => void closers.push(close),
    async close() {
      for (const close of closers.splice(0).reverse()) await close();
    },
  };
}
