import { useEffect, useRef, useState } from 'react';
import { pathOf } from '../addresses.ts';
import { SHARED } from '../texts/shared.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

interface MailViewProps {
  html: string;
  /** CSS pixels: 640 is a desktop, 375 a phone. Left out: the width of the page. */
  width?: number;
  /** Shows the mail as in dark mode. */
  isDark?: boolean;
  title?: string;
}

/** What the frame says. */
interface FrameMessage {
  mailHeight?: number;
  isMailFrameReady?: boolean;
  hasBlockedPicture?: boolean;
}

/**
 * Shows the HTML of a mail in a frame with an opaque origin, so that the mail cannot reach the page. Pictures of other
 * servers are loaded only when the person asks for them.
 */
export function MailView({ html, width, isDark = false, title = SHARED.mail.frame }: MailViewProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(320);
  const [hasBlockedPicture, setHasBlockedPicture] = useState(false);
  const [loadsImages, setLoadsImages] = useState(false);
  const [readyFrames, setReadyFrames] = useState(0);
  useEffect(() => {
    const receive = ({ source, data }: MessageEvent<FrameMessage>) => {
      if (source !== frame.current?.contentWindow) return;
      if (data.hasBlockedPicture) setHasBlockedPicture(true);
      if (data.isMailFrameReady) setReadyFrames((count) => count + 1);
      if (typeof data.mailHeight === 'number') setHeight(Math.min(20_000, Math.max(40, data.mailHeight)));
    };
    addEventListener('message', receive);
    return () => removeEventListener('message', receive);
  }, []);
  useEffect(() => {
    setHasBlockedPicture(false);
    // The frame has no origin that could be named here.
    if (readyFrames > 0) frame.current?.contentWindow?.postMessage({ html }, '*');
  }, [html, readyFrames]);
  return (
    <div className="flex flex-col gap-2">
      {hasBlockedPicture && !loadsImages && (
        <Notice
          kind="info"
          action={
            <Button isSmall onClick={() => setLoadsImages(true)}>
              {SHARED.mail.loadImages}
            </Button>
          }
        >
          {SHARED.mail.remoteImages}
        </Notice>
      )}
      <iframe
        ref={frame}
        title={title}
        src={pathOf(`dashboard/mail-frame${loadsImages ? '?images=all' : ''}`)}
        sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
        className="mx-auto block max-w-full rounded-md border border-line bg-[#fff]"
        style={{ width: width ?? '100%', height, colorScheme: isDark ? 'dark' : 'light' }}
      />
    </div>
  );
}
