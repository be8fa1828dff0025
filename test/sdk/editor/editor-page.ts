import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ElementHandle, KeyInput, Page } from 'puppeteer-core';

/** How long the page may take for one step: a guard, not an expectation. */
const STEP_MS = 60_000;

/** Screenshots to look at after a run with UPDATE_SCREENSHOTS=1. */
const SCREENSHOTS = resolve(import.meta.dir, '../../../dist/editor');

/** Finds an element of the editor, in its shadow tree. */
const inEditor = (selector: string) => `galley-editor >>> ${selector}`;

/** A page of the product with the editor. */
export class EditorPage {
  /** Uncaught errors, and violations of the policy. */
  readonly faults: string[] = [];
  readonly page: Page;
  readonly #leave: () => Promise<void>;
  readonly #isHostile: boolean;
  #isClosed = false;

  /** `leave` closes the page. */
  constructor(page: Page, leave: () => Promise<void>, isHostile: boolean) {
    this.#isHostile = isHostile;
    this.page = page;
    this.#leave = leave;
    page.on('pageerror', (fault) => this.faults.push(String((fault as Error).stack ?? fault)));
    page.on('console', (message) => {
      const isMarkup =
        this.#isHostile &&
        /^(Executing inline event handler|Setting the document's base)/.test(message.text());
      if (/Content Security Policy/.test(message.text()) && !isMarkup) this.faults.push(message.text());
    });
  }

  async close(): Promise<void> {
    if (!this.#isClosed) await this.#leave();
    this.#isClosed = true;
  }

  async evaluate<T = unknown>(expression: string): Promise<T> {
    return (await this.page.evaluate(expression)) as T;
  }

  /** Waits until an expression in the page is true. One about something that is not there yet is not. */
  async until(expression: string): Promise<void> {
    const attempt = `(() => { try { return ${expression}; } catch (fault) { if (!(fault instanceof TypeError)) throw fault; } })()`;
    await this.page.waitForFunction(attempt, { timeout: STEP_MS }).catch((fault) => {
      throw new Error(`${fault.message}: ${expression}`);
    });
  }

  /** Waits until the preview shows the present content, and every block is where it shows it. */
  async untilDrawn(): Promise<void> {
    await this.until(`(() => {
      if (editor.shadowRoot.querySelector('iframe')?.ariaBusy !== 'false') return false;
      const items = [...(editor.shadowRoot.querySelectorAll('.block') ?? [])];
      const count = editor.getContent()?.blocks.length;
      return count !== undefined && items.length >= count && items.every((item) => count === 0 || item.style.height !== '0px');
    })()`);
  }

  find(selector: string): Promise<ElementHandle> {
    return this.page.waitForSelector(inEditor(selector), { visible: true, timeout: STEP_MS }) as never;
  }

  async click(selector: string): Promise<void> {
    // A locator waits until the element has its place: the preview may be drawn anew.
    await this.page.locator(inEditor(selector)).setTimeout(STEP_MS).click();
  }

  /** Waits for the visible button of this name. */
  async button(name: string): Promise<ElementHandle> {
    const expression = `[...editor.shadowRoot.querySelectorAll('button')].find((one) =>
      (one.getAttribute('aria-label') ?? one.textContent.trim()) === ${JSON.stringify(name)} && one.checkVisibility())`;
    await this.until(expression);
    return (await this.page.evaluateHandle(expression)) as ElementHandle;
  }

  async press(name: string): Promise<void> {
    await (await this.button(name)).click();
  }

  /** Selects a block by a click, and by another one if the preview has moved the block away from under the first. */
  async select(id: string): Promise<void> {
    const block = `[data-block="${id}"]`;
    const isSelected = `editor.shadowRoot.querySelector('${block}[aria-selected=true]') !== null`;
    do await this.click(block);
    while (!(await this.evaluate<boolean>(isSelected)));
  }

  /** The ids of the blocks, with those in columns. */
  order(): Promise<string> {
    return this.evaluate<string>(
      `editor.getContent().blocks.map((b) => b.id + (b.children ? JSON.stringify(b.children.map((c) => c.map((x) => x.id))) : '')).join(' ')`,
    );
  }

  /** Presses the mouse on one element and moves it over a part of another. Returns what releases it. */
  async startDrag(
    from: string,
    to: string,
    part: 'upper' | 'lower' | 'right',
    grab: 'left' | 'right' = 'left',
  ): Promise<() => Promise<void>> {
    await this.untilDrawn();
    const [source, target] = await Promise.all([from, to].map((selector) => this.find(selector)));
    const [start, end] = await Promise.all([source?.boundingBox(), target?.boundingBox()]);
    if (!start || !end) throw new Error('There is nothing to drag.');
    const { mouse } = this.page;
    await mouse.move(start.x + start.width * (grab === 'left' ? 0.25 : 0.75), start.y + start.height / 2);
    await mouse.down();
    const x = end.x + end.width * (part === 'right' ? 0.75 : 0.25);
    const y = end.y + end.height * { upper: 0.1, lower: 0.9, right: 0.5 }[part];
    await mouse.move(x, y, { steps: 4 });
    return () => mouse.up();
  }

  async drag(...drag: Parameters<EditorPage['startDrag']>): Promise<void> {
    const release = await this.startDrag(...drag);
    await release();
  }

  /** Replaces the value of the field of this name in the shown panel; fields of the block come before those inside groups. */
  async fill(name: string, value: string): Promise<void> {
    await this.evaluate(`(() => {
      const root = editor.shadowRoot;
      const panel = root.querySelector('.panel:not([hidden])');
      const own = panel.querySelectorAll('.form > .field > label, .form > .radius input');
      const named = [...own, ...panel.querySelectorAll('label, [aria-label]')];
      const found = named.find((one) => (one.getAttribute('aria-label') ?? one.textContent.trim()) === ${JSON.stringify(name)});
      if (!found) throw new Error('There is no field ' + ${JSON.stringify(name)});
      const field = root.getElementById(found.htmlFor) ?? found.querySelector('input') ?? found;
      field.closest('details')?.setAttribute('open', '');
      field.focus();
      const type = field.type;
      if (type === 'checkbox') { if (field.checked !== (${JSON.stringify(value)} === 'true')) field.click(); return; }
      if (field.tagName === 'SELECT') {
        field.value = [...field.options].find((one) => one.text === ${JSON.stringify(value)}).value;
        field.dispatchEvent(new Event('change', { bubbles: true }));
        return;
      }
      field.value = ${JSON.stringify(value)};
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    })()`);
  }

  async keys(...keys: string[]): Promise<void> {
    for (const combination of keys) {
      const parts = combination.split('+');
      const last = parts.pop() as KeyInput;
      for (const modifier of parts) await this.page.keyboard.down(modifier as KeyInput);
      await this.page.keyboard.press(last);
      for (const modifier of parts) await this.page.keyboard.up(modifier as KeyInput);
    }
  }

  /** Waits until the state of saving reads so. */
  untilState(text: string): Promise<void> {
    return this.until(
      `editor.shadowRoot.querySelector('.state')?.textContent.includes(${JSON.stringify(text)})`,
    );
  }

  async save(): Promise<void> {
    await this.click('[data-save]');
    await this.untilState('Saved');
  }

  /** Name of the focused element, as a screen reader reads it. */
  focused(): Promise<string> {
    return this.evaluate(`(() => {
      const active = editor.shadowRoot.activeElement;
      return active?.getAttribute('aria-label') ?? active?.textContent.trim() ?? '';
    })()`);
  }

  /** Texts of the blocks' contents, in order. */
  blocks<T = Record<string, unknown>>(): Promise<T[]> {
    return this.evaluate('editor.getContent().blocks');
  }

  /** The text of the mail as the preview shows it. */
  shown(): Promise<string> {
    return this.evaluate(`editor.shadowRoot.querySelector('iframe').contentDocument.body.innerText`);
  }

  untilShown(text: string): Promise<void> {
    return this.until(
      `editor.shadowRoot.querySelector('iframe').contentDocument.body.innerText.includes(${JSON.stringify(text)})`,
    );
  }

  async screenshot(name: string): Promise<void> {
    if (process.env.UPDATE_SCREENSHOTS !== '1') return;
    mkdirSync(SCREENSHOTS, { recursive: true });
    await this.page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) as `${string}.png` });
  }
}
