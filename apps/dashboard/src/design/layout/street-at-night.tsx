import styles from './door-page.module.css';

/** The lamp above the form, and the light that falls on it. */
export function StreetAtNight() {
  return (
    <svg className={styles.street} viewBox="0 0 400 260" aria-hidden="true" focusable="false">
      <defs>
        <linearGradient id="street-cone" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--lp-accent-fill)" stopOpacity="0.42" />
          <stop offset="1" stopColor="var(--lp-accent-fill)" stopOpacity="0" />
        </linearGradient>
        <radialGradient id="street-glow">
          <stop offset="0" stopColor="var(--lp-accent-fill)" stopOpacity="0.5" />
          <stop offset="1" stopColor="var(--lp-accent-fill)" stopOpacity="0" />
        </radialGradient>
      </defs>
      <path d="M200 66 330 260H70z" fill="url(#street-cone)" />
      <circle cx="200" cy="66" r="64" fill="url(#street-glow)" />
      <path
        className={styles.iron}
        d="M128 260V84c0-34 20-56 46-56 16 0 26 8 26 20"
        fill="none"
        strokeWidth="5"
        strokeLinecap="round"
      />
      <path className={styles.shade} d="M176 66a24 22 0 0 1 48 0z" />
      <circle cx="200" cy="68" r="9" fill="var(--lp-accent-fill)" />
    </svg>
  );
}
