import { scenarios } from './scenarios.mjs';

/** @typedef {{ chosen: readonly import('./scenarios.mjs').Scenario[], seed: number, scale: 'short' | 'long' }} TortureOptions */

/**
 * @param {readonly string[]} args names of scenarios, `--seed <number>`, `--scale short|long`
 * @returns {TortureOptions | string} or what is wrong with them
 */
export function readOptions(args) {
  let seed = Math.floor(Math.random() * 2 ** 31);
  /** @type {'short' | 'long'} */
  let scale = 'long';
  /** @type {string[]} */
  const names = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    const value = args[at + 1] ?? '';
    if (arg === '--seed') {
      seed = Number(value);
      if (!Number.isSafeInteger(seed) || seed < 0 || value === '') return '--seed needs a whole number';
      at++;
    } else if (arg === '--scale') {
      if (value !== 'short' && value !== 'long') return '--scale is short or long';
      scale = value;
      at++;
    } else {
      names.push(arg);
    }
  }
  const here = scenarios.filter(({ isScaleOut }) => isScaleOut !== true);
  const unknown = names.filter((name) => !here.some((scenario) => scenario.name === name));
  if (unknown.length > 0) {
    return `There is no scenario "${unknown[0]}" to run here. There are: ${here.map(({ name }) => name).join(', ')}`;
  }
  return { chosen: names.length === 0 ? here : here.filter(({ name }) => names.includes(name)), seed, scale };
}
