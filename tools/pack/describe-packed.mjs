/**
 * For the terminal: what was packed, and how large it is.
 * @param {import('./pack-product.mjs').PackedProduct} product
 * @param {string} folder
 */
export function describePacked({ file, bytes, files, dependencies, sdks }, folder) {
  const unpacked = files.reduce((sum, { bytes: of }) => sum + of.length, 0);
  return [
    `${folder}/${file}  ${size(bytes.length)}, ${size(unpacked)} unpacked, ${files.length} files, ${Object.keys(dependencies).length} dependencies`,
    ...sdks.map((sdk) => `${folder}/sdk/${sdk.file}  ${size(sdk.bytes.length)}`),
    '',
    `Install it elsewhere: npm install ./${file} && npx lamppost`,
  ].join('\n');
}

/** @param {number} bytes */
const size = (bytes) => (bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`);
