// Runs in pages before their own scripts: edits in Galley's own editor, through its controls.

window.ownEditor = (() => {
  const root = () => galley.editor.shadowRoot;
  const item = (id) => root().querySelector(`[data-block="${id}"]`);
  const isFree = (id) => item(id) !== null && item(id).dataset.holder === undefined;
  const button = (name) =>
    [...root().querySelectorAll('button')].find((one) => one.getAttribute('aria-label') === name);
  const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

  /** Resolves to whether the block is selected when others have had the time to see it. */
  async function select(block) {
    if (!block || !isFree(block.id)) return false;
    item(block.id).click();
    await pause(150);
    return isFree(block.id) && item(block.id).ariaSelected === 'true';
  }

  function setField(field, text) {
    if (field.isContentEditable) field.innerHTML = text;
    else field.value = text;
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }

  function typeSelected(text) {
    setField(root().querySelector('.block-panel .rich'), text);
  }

  return {
    isDirty: () => root().querySelector('.state').textContent !== 'Saved',
    deselect() {
      const selected = root().querySelector('[aria-selected=true]');
      selected?.focus();
      selected?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    },
    /** As the actions of in-page.js. `choose`: finds a block. */
    actions: (choose, isText) => ({
      async type({ share, mark }) {
        const block = choose(share, isText);
        if (!(await select(block))) return undefined;
        const text = block.content.replace(/<[^>]*>/g, '');
        return () => typeSelected(`<p>${text.length < 60 ? `${text} ` : ''}${mark}</p>`);
      },
      async add({ share, mark }) {
        const block = choose(share);
        if (block && !(await select(block))) return undefined;
        return () => {
          root().querySelector('[data-add=paragraph]').click();
          typeSelected(`<p>${mark}</p>`);
        };
      },
      addToSection: async () => undefined,
      async move({ share, other }) {
        const isSelected = await select(choose(share, ({ type }) => type !== 'section'));
        return isSelected ? () => button(other < 0.5 ? 'Move up' : 'Move down').click() : undefined;
      },
      async remove({ share }) {
        if (galley.editor.getContent().blocks.length < 4) return undefined;
        return (await select(choose(share))) ? () => button('Delete').click() : undefined;
      },
      async settings({ mark }) {
        root().querySelector('[data-tab=mail]').click();
        const labels = [...root().querySelectorAll('.panel:not([hidden]) label')];
        const label = labels.find(({ textContent }) => textContent.trim() === 'Preview text in the inbox');
        return () => setField(root().getElementById(label.htmlFor), mark);
      },
      async select({ share }) {
        const block = choose(share);
        return block && isFree(block.id) ? () => item(block.id).click() : undefined;
      },
      undo: async () => (button('Undo').ariaDisabled === 'true' ? undefined : () => button('Undo').click()),
      redo: async () => (button('Redo').ariaDisabled === 'true' ? undefined : () => button('Redo').click()),
    }),
  };
})();
