import { SHARED } from '../texts/shared.ts';

/** The name of the product with its logo, a sheet of proofs. */
export function Logo() {
  return (
    <span className="inline-flex items-center gap-2 text-lg font-semibold tracking-tight">
      <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
        <rect x="3" y="2.5" width="18" height="19" rx="4.5" className="fill-ink" />
        <path
          d="M7.5 8h9M7.5 12h9M7.5 16h5"
          strokeWidth="1.9"
          strokeLinecap="round"
          className="stroke-canvas"
        />
        <circle cx="16.2" cy="16" r="1.5" className="fill-[#e8693c]" />
      </svg>
      {SHARED.product}
    </span>
  );
}
