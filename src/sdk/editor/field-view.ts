import type { FieldForm } from './forms.ts';

/** A picture of the media library. */
export interface Picture {
  url: string;
  alt_text: string;
}

/** What fields need of the form they are in. */
export interface FieldContext {
  /** Block type, or `settings`; for hints. */
  owner: string;
  isReadOnly: boolean;
  /** Fonts that are suggested: the id of a list of the form. */
  fontList: string;
  choosePicture(): Promise<Picture | undefined>;
}

/** Gets a new value; undefined removes an optional field. */
export type OnChange = (value: unknown, picture?: Picture) => void;

/** A field of a form. */
export interface FieldView {
  element: HTMLElement;
  set(value: unknown): void;
}

export type MakeField = (form: FieldForm, context: FieldContext, onChange: OnChange) => FieldView;
