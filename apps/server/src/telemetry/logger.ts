import { pino } from 'pino';

export type Logger = Pick<pino.Logger, 'debug' | 'info' | 'warn' | 'error' | 'child'>;

/** One JSON line each on standard error, so that standard output stays for people. Secrets never reach it. */
export function createLogger(level: string): pino.Logger {
  return pino(
    {
      level,
      base: { service: 'lamppost' },
      redact: {
        paths: ['authorization', '*.authorization', 'headers', '*.headers', 'key', '*.key', '*.password'],
        remove: true,
      },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    pino.destination({ dest: 2, sync: false }),
  );
}
