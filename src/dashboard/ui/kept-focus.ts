/** Where the focus can go if nothing smaller is left. Dialogs that are closing stay in the document for a moment. */
const PLACES = 'main, nav, search, form, section, [role="table"], [role="dialog"]:not([data-ending-style])';

/** Dialogs and menus that give the focus back themselves have done so by then. */
const RESTORE_DELAY_MS = 60;

/** Enough for a dialog that was opened from a dialog that was opened from a menu. */
const REMEMBERED = 12;

/** The focused element and those around it, innermost first. */
function pathOf(element: Element): Element[] {
  const path: Element[] = [];
  for (let one: Element | null = element; one !== null; one = one.parentElement) path.push(one);
  return path;
}

/**
 * Moves the focus to the nearest place that is left if the element that had it is removed, such as the button of a deleted
 * row. Otherwise the keyboard would start again at the top of the page. Returns a function that ends it.
 */
export function keepFocus(): () => void {
  let paths: Element[][] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const remember = ({ target }: FocusEvent) => {
    paths = [pathOf(target as Element), ...paths].slice(0, REMEMBERED);
  };
  const isLost = () => document.activeElement === document.body && paths[0]?.[0]?.isConnected === false;
  const restore = () => {
    timer = undefined;
    if (isLost()) focusNearest(paths);
  };
  const observer = new MutationObserver(() => {
    if (timer === undefined && isLost()) timer = setTimeout(restore, RESTORE_DELAY_MS);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', remember);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    document.removeEventListener('focusin', remember);
  };
}

/** Tries what had the focus last first. */
function focusNearest(paths: readonly Element[][]): void {
  for (const [element, ...around] of paths) {
    const place = element?.isConnected
      ? element
      : around.find((one) => one.isConnected && one.matches(PLACES));
    if (place === undefined) continue;
    focusElement(place as HTMLElement);
    if (document.activeElement === place) return;
  }
}

function focusElement(place: HTMLElement): void {
  if (place.tabIndex < 0 && !place.hasAttribute('tabindex')) {
    place.tabIndex = -1;
    place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true });
  }
  place.focus({ preventScroll: true });
}
