const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const heartbeatMs = 20_000;

/** @param {number} ms */
export const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

/**
 * One line for one step: a spinner with the elapsed time on a terminal, plain lines elsewhere.
 * Goes to stderr, so that stdout holds only what the step itself prints.
 * @param {string} title
 */
export function startProgress(title, out = process.stderr) {
  const startedAtMs = performance.now();
  const elapsedMs = () => performance.now() - startedAtMs;
  const isLive = out.isTTY === true;
  let frame = 0;

  const draw = () => out.write(`\r\x1b[2K${frames[frame++ % frames.length]} ${title}  ${seconds(elapsedMs())}`);
  const beat = () => out.write(`  … ${title}, ${seconds(elapsedMs())}\n`);
  if (isLive) draw();
  else out.write(`› ${title}\n`);
  const timer = setInterval(isLive ? draw : beat, isLive ? 100 : heartbeatMs);

  /** @param {string} mark */
  const end = (mark) => {
    clearInterval(timer);
    out.write(`${isLive ? '\r\x1b[2K' : ''}${mark} ${title} (${seconds(elapsedMs())})\n`);
  };
  return { succeed: () => end('✔'), fail: () => end('✖') };
}
