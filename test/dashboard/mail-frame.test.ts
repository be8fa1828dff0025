import { expect, test } from 'bun:test';
import { describeInBrowser } from '../browser/browser.ts';
import { useDashboard } from './dashboard.ts';

const MAIL = `<html><head><style>p{height:200px}</style><script>parent.postMessage({ran:1},"*")</script></head>
<body style="margin:0"><p style="margin:0">Hi</p><img src=x onerror="parent.postMessage({ran:2},'*')">
<iframe srcdoc="<script>parent.parent.postMessage({ran:3},'*')</script>"></iframe></body></html>`;

/** Shows a mail as `ui/mail-view.tsx` does; what the frame says within half a second after the mail is drawn. */
const SHOW = `new Promise((resolve) => {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts allow-popups');
  frame.src = '/dashboard/mail-frame';
  const said = [];
  addEventListener('message', ({ data }) => {
    said.push(data);
    if (data.isMailFrameReady) frame.contentWindow.postMessage({ html: ${JSON.stringify(MAIL).replaceAll('</', '<\\/')} }, '*');
    if (data.mailHeight) setTimeout(() => resolve(said), 500);
  });
  document.body.append(frame);
})`;

describeInBrowser('the frame for mails', () => {
  const dashboard = useDashboard();

  test('shows a mail with its styles, and runs nothing of it', async () => {
    const page = await dashboard().open('/sign-in');
    const said = (await page.evaluate(SHOW)) as { ran?: number; mailHeight?: number }[];
    expect(said.filter(({ ran }) => ran !== undefined)).toEqual([]);
    expect(said.findLast(({ mailHeight }) => mailHeight !== undefined)?.mailHeight).toBeGreaterThan(190);
    // Its origin is opaque: the page cannot read it, nor it the page.
    expect(await page.evaluate('document.querySelector("iframe").contentDocument')).toBeNull();
  });
});
