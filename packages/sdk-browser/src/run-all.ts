/** One function that calls all of them. */
export const runAll = (tasks: readonly (() => void)[]) => (): void => {
  for (const task of tasks) task();
};
