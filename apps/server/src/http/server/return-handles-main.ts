/** A program of its own: whoever sends it a handle gets another one of the same socket. */
process.on('message', (message, handle) => process.send?.(message, handle));
process.on('disconnect', () => process.exit());
