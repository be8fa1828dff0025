import { make, nextId } from './dom.ts';

interface Tab {
  key: string;
  label: string;
  panel: HTMLElement;
}

/** Panels of which one is shown, chosen by tabs. */
export class Tabs {
  readonly element: HTMLElement;
  readonly #tabs: readonly (Tab & { button: HTMLButtonElement; box: HTMLElement })[];
  readonly #onShow: (key: string) => void;
  #current = '';

  constructor(label: string, tabs: readonly Tab[], onShow: (key: string) => void) {
    this.#onShow = onShow;
    this.#tabs = tabs.map((tab) => {
      const id = nextId();
      const button = make('button', {
        type: 'button',
        role: 'tab',
        id,
        'aria-controls': `${id}-panel`,
        'data-tab': tab.key,
        onclick: () => this.show(tab.key),
      });
      button.append(tab.label);
      const box = make(
        'div',
        { role: 'tabpanel', id: `${id}-panel`, 'aria-labelledby': id, className: 'panel' },
        tab.panel,
      );
      return { ...tab, button, box };
    });
    const list = make(
      'div',
      { role: 'tablist', 'aria-label': label },
      ...this.#tabs.map(({ button }) => button),
    );
    list.addEventListener('keydown', (event) => this.#move(event));
    this.element = make(
      'aside',
      { className: 'side', 'aria-label': label },
      list,
      ...this.#tabs.map(({ box }) => box),
    );
    this.show(tabs[0]?.key ?? '');
  }

  get current(): string {
    return this.#current;
  }

  show(key: string): void {
    this.#current = key;
    for (const tab of this.#tabs) {
      const isShown = tab.key === key;
      tab.button.setAttribute('aria-selected', String(isShown));
      tab.button.tabIndex = isShown ? 0 : -1;
      tab.box.hidden = !isShown;
    }
    this.#onShow(key);
  }

  focus(): void {
    this.#tabs.find(({ key }) => key === this.#current)?.button.focus();
  }

  #move(event: KeyboardEvent): void {
    const at = this.#tabs.findIndex(({ key }) => key === this.#current);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: this.#tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const tab = this.#tabs[(to + this.#tabs.length) % this.#tabs.length];
    if (tab === undefined) return;
    this.show(tab.key);
    tab.button.focus();
  }
}
