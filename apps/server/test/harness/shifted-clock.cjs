// Loaded before anything else by `--require`, in every process and thread: their clock is off by so much.
const offMs = Number(process.env.LP_TEST_CLOCK_OFF_MS);
const { now } = Date;

globalThis.Date = class extends Date {
  constructor(...args) {
    super(...(args.length === 0 ? [now() + offMs] : args));
  }

  static now() {
    return now() + offMs;
  }
};
