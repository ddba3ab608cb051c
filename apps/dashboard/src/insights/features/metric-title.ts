const titles: Readonly<Record<string, string>> = {
  cold_start: 'Cold start',
  warm_start: 'Warm start',
  hot_start: 'Hot start',
  slow_frame: 'Slow frames',
  frozen_frame: 'Frozen frames',
  frame_summary: 'Frames drawn',
  anr_detected: 'Hangs',
  anr_recovered: 'Recovered hangs',
  stall: 'Long tasks',
  memory_usage: 'Memory in use',
  memory_warning: 'Memory warnings',
  LCP: 'Largest contentful paint',
  INP: 'Interaction to next paint',
  CLS: 'Cumulative layout shift',
  FCP: 'First contentful paint',
  TTFB: 'Time to first byte',
  dns_lookup: 'DNS lookups',
  tls_handshake: 'TLS handshakes',
};

/** A metric by the words for it; one that nobody but the app knows by its name. */
export const metricTitle = (name: string): string => titles[name] ?? name;
