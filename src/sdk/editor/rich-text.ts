import { iconButton, make } from './dom.ts';
import { ICONS } from './icons.ts';
import { isSafeLink, toPastedNodes, toSafeHtml, toSafeNodes } from './sanitize.ts';
import { TEXTS } from './texts.ts';

interface RichTextOptions {
  label: string;
  /** One line, such as a title: without lists, and Enter makes a line break. */
  isLine: boolean;
  isReadOnly: boolean;
  onInput(html: string): void;
}

type IconName = keyof typeof ICONS;

const COMMANDS: readonly [command: string, icon: IconName, isForLines: boolean][] = [
  ['bold', 'bold', true],
  ['italic', 'italic', true],
  ['underline', 'underline', true],
  ['strikeThrough', 'strike', true],
  ['insertUnorderedList', 'list', false],
  ['insertOrderedList', 'numbers', false],
  ['removeFormat', 'clear', true],
];

/** Commands that are on or off at the cursor. */
const STATES = ['bold', 'italic', 'underline', 'strikeThrough', 'insertUnorderedList', 'insertOrderedList'];

/** A field for rich text with its toolbar. What it shows and gives is in the subset of `sanitize.ts`. */
export class RichText {
  readonly element: HTMLElement;
  readonly field: HTMLElement;
  readonly #options: RichTextOptions;
  readonly #buttons = new Map<string, HTMLButtonElement>();
  readonly #linkForm: HTMLElement;
  readonly #linkField: HTMLInputElement;
  #selection: Range | undefined;
  /** The last value that was set or given. */
  #value: string | undefined;

  constructor(options: RichTextOptions) {
    this.#options = options;
    const { label, isReadOnly } = options;
    this.field = make('div', {
      className: 'rich',
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-label': label,
      'aria-readonly': isReadOnly ? 'true' : undefined,
      contenteditable: isReadOnly ? undefined : 'true',
      tabindex: '0',
      dir: 'auto',
    });
    this.#linkField = make('input', { type: 'text', inputMode: 'url', 'aria-label': TEXTS.linkAddress });
    this.#linkForm = this.#makeLinkForm();
    this.element = make('div', { className: 'rich-box' }, this.#makeToolbar(), this.#linkForm, this.field);
    this.#listen();
  }

  get value(): string {
    return this.#value ?? '';
  }

  set(html: string): void {
    if (html === this.#value) return;
    this.#value = html;
    const caret = this.#readCaret();
    this.field.replaceChildren(toSafeNodes(html));
    // The first line that is typed needs a paragraph around it.
    if (this.field.childNodes.length === 0) this.field.append(make('p', {}, make('br')));
    if (caret !== undefined) this.#setCaret(caret);
  }

  /** How many characters are before the caret; undefined if the field does not have the focus. */
  #readCaret(): number | undefined {
    const selected = this.field.matches(':focus') ? this.#readSelection() : undefined;
    if (selected === undefined) return undefined;
    const before = document.createRange();
    before.selectNodeContents(this.field);
    before.setEnd(selected.endContainer, selected.endOffset);
    return before.toString().length;
  }

  #setCaret(caret: number): void {
    const texts = document.createTreeWalker(this.field, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    range.selectNodeContents(this.field);
    range.collapse(false);
    let left = caret;
    for (let text = texts.nextNode() as Text | null; text !== null; text = texts.nextNode() as Text | null) {
      range.setStart(text, Math.min(left, text.length));
      range.collapse(true);
      if (left <= text.length) break;
      left -= text.length;
    }
    this.#select(range);
  }

  #listen(): void {
    const { field } = this;
    field.addEventListener('input', () => this.#emit());
    field.addEventListener('focus', () => document.execCommand('defaultParagraphSeparator', false, 'p'));
    for (const event of ['keyup', 'mouseup', 'focus']) field.addEventListener(event, () => this.#showState());
    field.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.shiftKey || !this.#options.isLine) return;
      event.preventDefault();
      this.#run('insertLineBreak');
    });
    field.addEventListener('paste', (event) => this.#insert(event, event.clipboardData));
    field.addEventListener('drop', (event) => this.#insert(event, event.dataTransfer));
    // Links are edited here, not followed.
    field.addEventListener('click', (event) => event.preventDefault());
  }

  /** Inserts pasted content as safe HTML. */
  #insert(event: Event, data: DataTransfer | null): void {
    event.preventDefault();
    if (data === null || this.#options.isReadOnly) return;
    const html = data.getData('text/html');
    if (html === '' || this.#options.isLine) {
      this.#run('insertText', data.getData('text/plain').replace(this.#options.isLine ? /\s+/g : /\r/g, ' '));
      return;
    }
    const box = make('div', {}, toPastedNodes(html));
    this.#run('insertHTML', box.innerHTML);
  }

  #emit(): void {
    const html = toSafeHtml(this.field);
    if (html === this.#value) return;
    this.#value = html;
    this.#options.onInput(html);
  }

  #run(command: string, value?: string): void {
    document.execCommand('styleWithCSS', false, 'false');
    document.execCommand(command, false, value);
    this.#emit();
    this.#showState();
  }

  #makeToolbar(): HTMLElement {
    const { isLine, isReadOnly, label } = this.#options;
    const bar = make('div', {
      className: 'rich-bar',
      role: 'toolbar',
      'aria-label': `${TEXTS.format}: ${label}`,
    });
    if (isReadOnly) bar.hidden = true;
    for (const [command, icon, isForLines] of COMMANDS) {
      if (isLine && !isForLines) continue;
      const name = icon === 'clear' ? TEXTS.clearFormat : TEXTS[icon as 'bold'];
      const made = iconButton(ICONS[icon], name, () => this.#act(command));
      this.#buttons.set(command, made);
      bar.append(made);
    }
    bar.append(iconButton(ICONS.link, TEXTS.link, () => this.#openLinkForm(), { 'aria-expanded': 'false' }));
    // The selection in the text stays.
    bar.addEventListener('mousedown', (event) => event.preventDefault());
    return bar;
  }

  #act(command: string): void {
    this.field.focus();
    this.#run(command);
    if (command === 'removeFormat') this.#run('unlink');
  }

  #showState(): void {
    for (const command of STATES) {
      this.#buttons.get(command)?.setAttribute('aria-pressed', String(document.queryCommandState(command)));
    }
  }

  #makeLinkForm(): HTMLElement {
    const apply = make('button', { type: 'submit' }, TEXTS.apply);
    const cancel = make('button', { type: 'button', onclick: () => this.#closeLinkForm() }, TEXTS.cancel);
    const form = make('form', { className: 'rich-link', hidden: true }, this.#linkField, apply, cancel);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#applyLink(this.#linkField.value.trim());
    });
    form.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      this.#closeLinkForm();
    });
    return form;
  }

  #openLinkForm(): void {
    const range = this.#readSelection();
    if (range === undefined) this.field.focus();
    this.#selection = range ?? this.#readSelection();
    this.#linkField.value = this.#findLink()?.getAttribute('href') ?? 'https://';
    this.#linkForm.hidden = false;
    this.#linkField.focus();
    this.#linkField.select();
  }

  #closeLinkForm(): void {
    this.#linkForm.hidden = true;
    this.field.focus();
    if (this.#selection !== undefined) this.#select(this.#selection);
  }

  #applyLink(url: string): void {
    const link = this.#findLink();
    this.#closeLinkForm();
    if (link !== undefined) this.#selectNode(link);
    const isCollapsed = this.#readSelection()?.collapsed !== false;
    if (url === '' || url === 'https://' || !isSafeLink(url)) this.#run('unlink');
    else if (isCollapsed) this.#run('insertHTML', make('a', { href: url }, url).outerHTML);
    else this.#run('createLink', url);
  }

  /** The link at the selection. */
  #findLink(): HTMLElement | undefined {
    const start = this.#selection?.startContainer;
    const element = start instanceof Element ? start : start?.parentElement;
    const link = element?.closest<HTMLElement>('a');
    return link && this.field.contains(link) ? link : undefined;
  }

  #selectNode(node: Node): void {
    const range = document.createRange();
    range.selectNodeContents(node);
    this.#select(range);
  }

  #select(range: Range): void {
    const selection = this.#selectionOfRoot();
    selection?.removeAllRanges();
    selection?.addRange(range);
  }

  #readSelection(): Range | undefined {
    const selection = this.#selectionOfRoot();
    const range = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : undefined;
    return range && this.field.contains(range.startContainer) ? range.cloneRange() : undefined;
  }

  /** Chromium has a selection for each shadow tree; others have that of the document. */
  #selectionOfRoot(): Selection | null {
    const root = this.field.getRootNode() as ShadowRoot & { getSelection?(): Selection | null };
    return root.getSelection?.() ?? document.getSelection();
  }
}
