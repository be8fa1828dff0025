/** What happened; on a phone, which has no column for it, also who did it. */
export function WhatAndWho({ what, who }: { what: string; who: string }) {
  return (
    <>
      {what}
      <span className="block truncate text-sm font-normal text-muted sm:hidden">{who}</span>
    </>
  );
}
