/** Conversions of stored pictures that no request waits for. */
export class BackgroundConversions {
  readonly #byBlob = new Map<number, Promise<void>>();

  /** Keeps track of `work`, which must not throw, so that the application ends after it. */
  async run(blobId: number, work: () => Promise<void>): Promise<void> {
    const running = work().finally(() => this.#byBlob.delete(blobId));
    this.#byBlob.set(blobId, running);
    await running;
  }

  isRunning(blobId: number): boolean {
    return this.#byBlob.has(blobId);
  }

  /** Waits for those under way. */
  async finish(): Promise<void> {
    await Promise.all(this.#byBlob.values());
  }
}
