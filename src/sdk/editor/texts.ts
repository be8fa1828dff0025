/** Every text of the editor. `{name}` stands for a value. */
export const TEXTS = {
  editor: 'Email editor',
  canvas: 'Blocks of the mail',
  preview: 'The mail as it is rendered',
  name: 'Name of the template',
  unnamed: 'Untitled',
  loading: 'Loading…',
  noTemplate: 'No template is open.',
  empty: 'This mail is empty. Add the first block.',
  previewFailed: 'The preview could not be updated: {reason}',
  undo: 'Undo',
  redo: 'Redo',
  desktop: 'Show as on a computer',
  phone: 'Show as on a phone',
  keys: 'Keyboard shortcuts',
  close: 'Close',
  retry: 'Try again',
  // Saving
  save: 'Save',
  saved: 'Saved',
  saving: 'Saving…',
  unsaved: 'Unsaved changes',
  saveFailed: 'Not saved: {reason}',
  saveConflict: '{reason}',
  keepMine: 'Keep my version',
  takeTheirs: 'Take their version',
  readOnly: 'View only',
  merged: 'Saved together with the changes of others.',
  reloaded: 'The template was changed by somebody else. You see the current state.',
  // Blocks
  add: 'Add',
  addTo: 'Where',
  afterSelected: 'After selection',
  atEnd: 'At the end',
  inColumn: 'Column {column}',
  afterSection: 'After columns',
  moveUp: 'Move up',
  moveDown: 'Move down',
  duplicate: 'Duplicate',
  remove: 'Delete',
  comment: 'Comment',
  toolbar: 'Selected block',
  added: '{block} added.',
  moved: '{block} moved to position {position} of {count}.',
  removed: '{block} deleted. {keys} undoes it.',
  duplicated: '{block} duplicated.',
  undone: 'Undone.',
  redone: 'Done again.',
  isFirst: 'It is the first block already.',
  isLast: 'It is the last block already.',
  lockedBy: '{name} is editing this block.',
  column: 'column {column}',
  // Panels
  panels: 'Settings',
  block: 'Block',
  mail: 'Mail',
  comments: 'Comments',
  history: 'History',
  nothingSelected: 'Select a block in the mail to edit it, or add a new one.',
  optional: 'not set',
  unknownBlock: 'This editor does not know blocks of this type. They are kept as they are.',
  // Fields
  fullWidth: 'Full width',
  eachCorner: 'Each corner',
  useGroup: 'Use',
  addItem: 'Add {item}',
  item: '{item} {number}',
  removeItem: 'Remove',
  chooseColor: 'Choose color',
  choosePicture: 'Choose…',
  // Rich text
  format: 'Text format',
  bold: 'Bold',
  italic: 'Italic',
  underline: 'Underline',
  strike: 'Strike through',
  link: 'Link',
  list: 'Bullet list',
  numbers: 'Numbered list',
  clearFormat: 'Clear formatting',
  linkAddress: 'Address of the link; empty removes the link',
  apply: 'Apply',
  cancel: 'Cancel',
  // Pictures
  library: 'Media library',
  searchPictures: 'Search pictures',
  upload: 'Upload a picture',
  uploading: 'Uploading… {percent} %',
  noPictures: 'There are no pictures yet. Upload the first one.',
  noneFound: 'No picture has this name.',
  loadMore: 'Load more',
  choose: 'Choose {name}',
  // Comments
  newComment: 'New comment',
  aboutBlock: 'about the selected block',
  aboutMail: 'about the mail',
  reply: 'Reply',
  send: 'Send',
  resolve: 'Resolve',
  reopen: 'Reopen',
  resolvedBy: 'Resolved by {name}',
  showBlock: 'Show block',
  blockMissing: 'The block is gone.',
  noComments: 'No comments yet.',
  showResolved: 'Show resolved',
  edited: 'edited',
  commentSent: 'Comment sent.',
  // History
  noVersions: 'No versions yet. They appear here as the mail is saved.',
  automatic: 'Saved automatically',
  manual: 'Saved version',
  showVersion: 'Show',
  keepVersion: 'Keep this state as a version',
  versionKept: 'The version is kept.',
  lookingAt: 'This is the version of {date}.',
  restore: 'Restore',
  back: 'Back to the current mail',
  restored: 'The version of {date} is restored.',
  by: 'by {name}',
  // People
  people: 'Who is here',
  agent: 'agent',
  joined: '{name} is here.',
  left: '{name} has left.',
} as const;

const BLOCK_NAMES: Readonly<Record<string, string>> = {
  section: 'Columns',
  title: 'Title',
  paragraph: 'Text',
  image: 'Picture',
  button: 'Button',
  divider: 'Line',
  video: 'Video',
  social: 'Social',
  spacer: 'Space',
  html: 'HTML',
  menu: 'Menu',
  table: 'Table',
  countdown: 'Countdown',
  custom: 'Custom block',
};

/** Names of fields whose key does not say it well, by key. Others are their key in words. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  src: 'Picture',
  alt: 'Alternative text',
  url: 'Link',
  linkUrl: 'Link',
  content: 'Text',
  styles: 'Spacing and background',
  textAlign: 'Alignment',
  align: 'Position',
  openInNewTab: 'Open link in a new tab',
  linkOpenInNewTab: 'Open link in a new tab',
  thumbnailUrl: 'Poster picture',
  placeholderUrl: 'Picture shown while editing',
  expiredImageUrl: 'Picture when over',
  expiredMessage: 'Text when over',
  hideOnExpiry: 'Hide when over',
  visibility: 'Shown on',
  displayCondition: 'Display condition',
  before: 'Code before',
  after: 'Code after',
  decorative: 'Decorative picture, without meaning',
  wrapper: 'Band around the section',
  columns: 'Layout',
  stackOnMobile: 'Columns below each other on a phone',
  backgroundImage: 'Picture behind the section',
  repeat: 'Repeat the picture',
  fallbackColor: 'Color without pictures',
  columnWidths: 'Widths of columns in percent',
  columnStyles: 'Colors and lines of columns',
  lines: 'Cells with lines',
  cellSpace: 'Space in cells, on each side',
  verticalAlign: 'Vertical position in columns',
  buttonPadding: 'Space around the label',
  fontWeight: 'Weight of the label',
  preheaderText: 'Preview text in the inbox',
  locale: 'Language',
  direction: 'Writing direction',
  linkUnderline: 'Underline links',
  fontFamily: 'Font',
  customType: 'Type of the custom block',
  fieldValues: 'Values',
  renderedHtml: 'HTML it renders as',
  dataSourceFetched: 'Data source read',
  rows: 'Rows',
  cells: 'Cells',
  lineStyle: 'Line',
  digitFontSize: 'Size of digits',
  labelFontSize: 'Size of labels',
};

/** Names of one item of a list, by key of the list. */
export const ITEM_NAMES: Readonly<Record<string, string>> = {
  icons: 'Icon',
  items: 'Link',
  rows: 'Row',
  cells: 'Cell',
};

/** Names of choices, by key of the field and value. */
const CHOICE_NAMES: Readonly<Record<string, string>> = {
  'columns.1': 'One column',
  'columns.2': 'Two columns',
  'columns.3': 'Three columns',
  'columns.2-1': 'Wide and narrow column',
  'columns.1-2': 'Narrow and wide column',
  'separator. ': 'Space',
  'separator.:': 'Colon',
  'separator.-': 'Dash',
  'direction.ltr': 'Left to right',
  'direction.rtl': 'Right to left',
};

export const SIDE_NAMES: Readonly<Record<string, string>> = {
  top: 'Top',
  right: 'Right',
  bottom: 'Bottom',
  left: 'Left',
  topLeft: 'Top left',
  topRight: 'Top right',
  bottomRight: 'Bottom right',
  bottomLeft: 'Bottom left',
};

/** Explanations below fields, by block type and key. */
export const FIELD_HINTS: Readonly<Record<string, string>> = {
  'image.alt': 'What readers hear or see instead of the picture.',
  'countdown.timezone': 'For example Europe/Berlin.',
  'html.content': 'Scripts and event handlers are left out of the mail.',
  'settings.locale': 'For example en or de-AT.',
  'settings.preheaderText': 'Shown after the subject.',
};

/** Keys with their actions. `Mod` is Ctrl, or ⌘ on Apple devices. */
export const KEYS: readonly (readonly [keys: string, meaning: string])[] = [
  ['↑ ↓', 'select the block before or after'],
  ['Home, End', 'select the first or last block'],
  ['Enter', 'edit the selected block'],
  ['Esc', 'from the form back to the block; from the block: select none'],
  ['Alt+↑ Alt+↓', 'move the selected block'],
  ['Mod+D', 'duplicate the selected block'],
  ['Delete', 'delete the selected block'],
  ['Mod+Z', 'undo'],
  ['Mod+Shift+Z, Mod+Y', 'redo'],
  ['Mod+S', 'save'],
  ['Mod+B Mod+I Mod+U', 'bold, italic, underline in texts'],
  ['?', 'show these keys'],
];

/** Fills in the values of a text. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** The name of a field: `linkColor` becomes "Link color". */
export function nameField(key: string): string {
  const words = key.replace(
    /([a-z])([A-Z])/g,
    (_, end: string, start: string) => `${end} ${start.toLowerCase()}`,
  );
  return FIELD_NAMES[key] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

export function nameChoice(key: string, value: unknown): string {
  const text = String(value);
  const known = CHOICE_NAMES[`${key}.${text}`];
  if (known !== undefined) return known;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function nameBlock(type: string): string {
  // Blocks may have any type, such as `constructor`.
  return Object.hasOwn(BLOCK_NAMES, type) ? (BLOCK_NAMES[type] as string) : type;
}
