interface WhatAndWhoProps {
  what: string;
  who: string;
  /** What it was done to. */
  subject: string | null;
}

/** What happened. On a phone, which has no columns for it, also who did it and to what. */
export function WhatAndWho({ what, who, subject }: WhatAndWhoProps) {
  return (
    <>
      {what}
      <span className="block truncate text-sm font-normal text-muted sm:hidden">
        {[who, subject ?? ''].filter((text) => text !== '').join(' · ')}
      </span>
    </>
  );
}
