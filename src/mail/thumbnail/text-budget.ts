/** Characters of all texts together: more than a picture of the greatest height shows. */
const MAX_CHARACTERS = 40_000;

/** Boxes and texts of the whole picture. */
const MAX_NODES = 4_000;

/** Limits the text and the nodes of a picture, because layout takes time for what is cut off below, too. */
export class TextBudget {
  #characters = MAX_CHARACTERS;
  #nodes = MAX_NODES;

  get isSpent(): boolean {
    return this.#characters <= 0 || this.#nodes <= 0;
  }

  /** The text as far as there is room for it. */
  take(text: string): string {
    this.#nodes -= 1;
    const taken = this.isSpent ? '' : text.slice(0, this.#characters);
    this.#characters -= taken.length;
    return taken;
  }
}
