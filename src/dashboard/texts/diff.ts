/** What changed between two states of a template. */
export const DIFF = {
  none: 'Both are the same.',
  settings: 'Settings',
  kinds: { added: 'Added', removed: 'Removed', moved: 'Moved', changed: 'Changed' },
};
