const INTERVAL_MS = 500;

/** Loads the page again when the server has another build of the dashboard. For `bun run dev` only. */
export function reloadAfterChanges(): void {
  const loaded = [...document.querySelectorAll('script[type=module], link[rel=stylesheet]')].map(
    (element) => (element.getAttribute('src') ?? element.getAttribute('href') ?? '').split('/').at(-1) ?? '',
  );
  setInterval(async () => {
    // It fails while the server starts again.
    const answer = await fetch('/dashboard').catch(() => undefined);
    if (!answer?.ok) return;
    const built = await answer.text();
    if (!loaded.every((name) => built.includes(name))) location.reload();
  }, INTERVAL_MS);
}
