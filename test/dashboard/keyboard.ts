import type { Page } from 'puppeteer-core';

/** Elements that the focus passes before the wanted one. */
const MOST_STOPS = 80;

/** The name of the focused element, and whether one can see that it is focused. */
const FOCUSED = `(() => {
  const one = document.activeElement;
  const label = one.labels?.[0]?.textContent ?? one.getAttribute('aria-label') ?? one.textContent;
  const { outlineStyle, boxShadow } = getComputedStyle(one);
  return { name: label.trim(), isVisible: outlineStyle !== 'none' || boxShadow !== 'none' };
})()`;

interface Focused {
  name: string;
  isVisible: boolean;
}

/** A person who has no pointer. */
export class Keyboard {
  readonly #page: Page;
  /** Names of elements that did not show that they had the focus. */
  readonly invisible: string[] = [];

  constructor(page: Page) {
    this.#page = page;
  }

  press(...keys: Parameters<Page['keyboard']['press']>[0][]): Promise<void> {
    return keys.reduce((done, key) => done.then(() => this.#page.keyboard.press(key)), Promise.resolve());
  }

  type(text: string): Promise<void> {
    return this.#page.keyboard.type(text);
  }

  /** Presses Tab, or Shift and Tab, until the element with this name has the focus. */
  async tabTo(name: string, direction: 'on' | 'back' = 'on'): Promise<void> {
    const passed: string[] = [];
    while (passed.length < MOST_STOPS) {
      if (direction === 'back') await this.#page.keyboard.down('Shift');
      await this.press('Tab');
      if (direction === 'back') await this.#page.keyboard.up('Shift');
      const focused = (await this.#page.evaluate(FOCUSED)) as Focused;
      if (!focused.isVisible) this.invisible.push(focused.name);
      if (focused.name === name) return;
      passed.push(focused.name);
    }
    throw new Error(`Tab does not lead to "${name}", but to: ${passed.join(' | ')}`);
  }

  /** Waits until the element with this name has the focus, as after a dialog has opened or closed. */
  async waitForFocus(name: string): Promise<void> {
    await this.#page.waitForFunction(`${FOCUSED}.name === ${JSON.stringify(name)}`);
  }
}
