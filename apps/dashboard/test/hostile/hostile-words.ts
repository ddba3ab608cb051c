/** What somebody sends who wants to know whether the dashboard takes texts for anything but texts. */
export const image = '<img src=x onerror="window.__hacked=1">';
export const script = '</script><script>window.__hacked=1</script>';
export const address = 'javascript:window.__hacked=1';
export const drawing = '"><svg onload=window.__hacked=1>';
export const template = '{{constructor.constructor("window.__hacked=1")()}}';
export const backwards = '\u202egnirts detrevni\u202c';
export const long = 'wide'.repeat(1_250);

/** Names that mean something to objects, if somebody keeps them in one. */
const prototype = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];

export const hostileWords: readonly string[] = [image, script, address, drawing, template, backwards, ...prototype];

/** As many characters as fit where this is stored. */
export const cut = (text: string, max: number): string => text.slice(0, max);
