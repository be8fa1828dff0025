import type { EditorAdapter } from '../editor.ts';
import { GalleyEditorElement } from './element.ts';

export { type Galley, type InitOptions, init, SdkError } from '../index.ts';
export { type EditorConnection, GalleyEditorElement } from './element.ts';

export interface GalleyEditorOptions {
  /** The template to open. */
  template?: string;
  isReadOnly?: boolean;
  /** false: only the button saves. */
  autosave?: boolean;
}

/** Mounts Galley's own editor. */
export function galleyEditor(options: GalleyEditorOptions = {}): EditorAdapter<GalleyEditorElement> {
  return {
    mount({ container, api, realtime, getSession, onError }) {
      const element = document.createElement('galley-editor') as GalleyEditorElement;
      if (options.isReadOnly) element.setAttribute('readonly', '');
      if (options.autosave === false) element.setAttribute('autosave', 'off');
      if (options.template !== undefined) element.setAttribute('template', options.template);
      element.addEventListener('galley-error', (event) => onError((event as CustomEvent).detail.error));
      element.connection = { api, realtime, getSession };
      container.replaceChildren(element);
      return element;
    },
    unmount: (element) => element.remove(),
  };
}

// A page may load two copies of this module.
if (customElements.get('galley-editor') === undefined)
  customElements.define('galley-editor', GalleyEditorElement);
