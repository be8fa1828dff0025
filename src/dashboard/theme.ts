/** Runs before the page is drawn, so that it never shows in another theme first. */
const chosen = localStorage.getItem('galley.theme');
if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
