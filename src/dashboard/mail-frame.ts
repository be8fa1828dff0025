/**
 * Runs in the frame that shows a mail (`ui/mail-view.tsx`). The frame has an opaque origin, and its policy blocks scripts
 * of the mail. It sends the page the height of the mail, and whether the policy has blocked a picture.
 */
addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
  if (effectiveDirective === 'img-src') parent.postMessage({ hasBlockedPicture: true }, '*');
});
addEventListener('message', ({ source, data }: MessageEvent<{ html?: unknown }>) => {
  if (source !== parent || typeof data.html !== 'string') return;
  const mail = new DOMParser().parseFromString(data.html, 'text/html');
  for (const element of mail.querySelectorAll('base, meta[http-equiv], script, iframe, object, embed'))
    element.remove();
  for (const link of mail.querySelectorAll('a[href], area[href]')) {
    link.setAttribute('target', '_blank');
    link.setAttribute('rel', 'noopener noreferrer');
  }
  document.replaceChild(document.adoptNode(mail.documentElement), document.documentElement);
  const tellHeight = () =>
    parent.postMessage(
      { mailHeight: Math.ceil(document.documentElement.getBoundingClientRect().height) },
      '*',
    );
  tellHeight();
  new ResizeObserver(tellHeight).observe(document.documentElement);
});
parent.postMessage({ isMailFrameReady: true }, '*');
