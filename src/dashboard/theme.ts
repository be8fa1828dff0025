/** Loaded before the page is drawn, so that a chosen theme shows at once. */
const chosen = localStorage.getItem('galley.theme');
if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
