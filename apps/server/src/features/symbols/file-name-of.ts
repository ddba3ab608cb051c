/** The last part of a path or an address, without what stands behind it: `https://a.b/c/app.js?v=1` is `app.js`. */
export function fileNameOf(path: string): string {
  const end = path.search(/[?#]/);
  const bare = end === -1 ? path : path.slice(0, end);
  return bare.slice(Math.max(bare.lastIndexOf('/'), bare.lastIndexOf('\\')) + 1);
}
