// Preloaded into a server: on SIGUSR2 it prints which packages of others it has loaded.
process.on('SIGUSR2', () => {
  const names = Object.keys(require.cache).flatMap(
    (path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? [],
  );
  process.stdout.write(`loaded packages: ${[...new Set(names)].join(' ')}\n`);
});
