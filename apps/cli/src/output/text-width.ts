/** Characters that take two cells of a terminal: East Asian wide ones and pictures. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;
const NO_WIDTH = /\p{Mn}|\p{Me}|\p{Cf}/u;

/** Cells that a text without colours takes on the screen. */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text) {
    if (character.charCodeAt(0) < 0x300) width += 1;
    else if (!NO_WIDTH.test(character)) width += WIDE.test(character) ? 2 : 1;
  }
  return width;
}
