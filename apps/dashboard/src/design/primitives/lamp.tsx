export interface LampProps {
  readonly size?: number;
}

/** The mark: a lamp, and what it lights up. */
export function Lamp({ size = 22 }: LampProps) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path d="M20.5 12 31 30H10z" fill="var(--lp-accent-fill)" opacity="0.3" />
      <path
        d="M7 30V12.5C7 7 9.8 3.5 14 3.5c3.8 0 6.5 2 6.5 4.5"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.4"
        strokeLinecap="round"
      />
      <path d="M14 13a6.5 6 0 0 1 13 0z" fill="currentColor" />
      <circle cx="20.5" cy="13.4" r="2.6" fill="var(--lp-accent-fill)" />
    </svg>
  );
}
