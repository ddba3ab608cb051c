/** @type {Readonly<Record<string, string>>} */
const escapes = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** @param {string} text */
export const escapeHtml = (text) => text.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? character);
