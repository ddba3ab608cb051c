export interface LampProps {
  readonly size?: number;
}

/** The mark: a lamp, and what it lights up. */
export function Lamp({ size = 22 }: LampProps) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path d="M16 11 27 29H5z" fill="var(--lp-accent-fill)" opacity="0.22" />
      <path d="M15.1 10h1.8v19h-1.8z" fill="currentColor" />
      <path d="M9.5 10.5a6.5 6.5 0 0 1 13 0z" fill="currentColor" />
      <circle cx="16" cy="11.2" r="3" fill="var(--lp-accent-fill)" />
    </svg>
  );
}
