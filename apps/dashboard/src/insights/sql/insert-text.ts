/**
 * Types a text where the cursor is. `execCommand` is the one way in which the browser's undo knows of it; browsers that
 * do not have it any more get the text without.
 */
export function insertText(field: HTMLTextAreaElement, text: string): void {
  field.focus();
  if (document.execCommand('insertText', false, text)) return;
  field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
