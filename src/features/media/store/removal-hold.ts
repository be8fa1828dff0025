/**
 * While it is held, for example by a backup, files stay where they are although their rows are deleted. The database has
 * recorded them, so the next sweep removes them.
 */
export class RemovalHold {
  #holders = 0;

  get isHeld(): boolean {
    return this.#holders > 0;
  }

  /** Returns a function that ends the hold, to be called once. */
  hold(): () => void {
    this.#holders += 1;
    return () => {
      this.#holders -= 1;
    };
  }
}
