const ID = 'announcements';

/** What screen readers are told. It is empty until `announce` is called. */
export const Announcer = () => <p id={ID} role="status" className="sr-only" />;

/** Tells screen readers what others can see, such as how much a search has found. */
export function announce(text: string): void {
  const region = document.getElementById(ID);
  if (region !== null) region.textContent = text;
}
