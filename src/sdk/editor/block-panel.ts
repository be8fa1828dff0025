import type { BlockActions } from './block-actions.ts';
import { type Content, find } from './content.ts';
import { make } from './dom.ts';
import type { Picture } from './field-view.ts';
import { Form } from './form.ts';
import { BLOCK_FORMS, SETTINGS_FORM } from './forms.generated.ts';
import { fill, nameBlock, TEXTS } from './texts.ts';

interface BlockPanelOptions {
  actions: BlockActions;
  isReadOnly: boolean;
  readContent(): Content;
  holderOf(blockId: string): string | undefined;
  choosePicture(): Promise<Picture | undefined>;
}

/** The form of the selected block. */
export class BlockPanel {
  readonly element = make('div', { className: 'block-panel' });
  readonly #options: BlockPanelOptions;
  #form: Form | undefined;

  constructor(options: BlockPanelOptions) {
    this.#options = options;
    this.show(undefined);
  }

  show(blockId: string | undefined): void {
    const block = blockId === undefined ? undefined : find(this.#options.readContent(), blockId)?.block;
    if (block === undefined) {
      this.#form = undefined;
      this.element.replaceChildren(make('p', { className: 'hint' }, TEXTS.nothingSelected));
      return;
    }
    const holder = this.#options.holderOf(block.id);
    const isReadOnly = this.#options.isReadOnly || holder !== undefined;
    const subject = `${block.id} ${block.type}`;
    const isSame = this.#form?.options.subject === subject && this.#form.options.isReadOnly === isReadOnly;
    if (!isSame) this.#build(block.id, block.type, subject, isReadOnly, holder);
    this.#form?.show(block);
  }

  /** Puts the focus into the first field. */
  focus(): void {
    this.#form?.focus();
  }

  #build(id: string, type: string, subject: string, isReadOnly: boolean, holder: string | undefined): void {
    const fields = Object.hasOwn(BLOCK_FORMS, type) ? BLOCK_FORMS[type] : undefined;
    const { actions, choosePicture } = this.#options;
    this.#form = new Form({
      subject,
      owner: type,
      fields: fields ?? [],
      isReadOnly,
      choosePicture,
      onChange: (key, value, picture) => {
        if (type === 'section' && key === 'columns') return actions.setLayout(id, String(value));
        return actions.update(id, { [key]: value, ...this.#textOf(id, picture) });
      },
    });
    const notes = [
      fields === undefined && make('p', { className: 'hint' }, TEXTS.unknownBlock),
      holder !== undefined && make('p', { className: 'notice' }, fill(TEXTS.lockedBy, { name: holder })),
    ].filter((note) => note !== false);
    this.element.replaceChildren(make('h2', {}, nameBlock(type)), ...notes, this.#form.element);
  }

  /** The alternative text of a picture that is chosen, if the block has none. */
  #textOf(id: string, picture: Picture | undefined): { alt?: string } {
    const block = find(this.#options.readContent(), id)?.block;
    const hasNone = block !== undefined && 'alt' in block && String(block.alt).trim() === '';
    return picture !== undefined && hasNone && picture.alt_text !== '' ? { alt: picture.alt_text } : {};
  }
}

/** The form of the settings of the mail. */
export function makeSettingsForm({ actions, isReadOnly, choosePicture }: BlockPanelOptions): Form {
  return new Form({
    subject: 'settings',
    owner: 'settings',
    fields: SETTINGS_FORM,
    isReadOnly,
    choosePicture,
    onChange: (key, value) => actions.updateSettings(key, value),
  });
}
