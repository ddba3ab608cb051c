const MAX_TEXT_LENGTH = 80;
const MAX_SELECTOR_STEPS = 4;
/** What an attribute says is cut here: ids and names that are made by a machine can be long. */
const MAX_NAME_LENGTH = 64;

export interface DescribedElement {
  readonly tag: string;
  readonly selector: string;
  readonly element_id?: string;
  readonly element_name?: string;
  readonly text?: string;
  /** Of a link: host and path, never the query. */
  readonly href?: string;
}

const attributeOf = (element: Element, name: string): string | undefined =>
  element.getAttribute(name)?.slice(0, MAX_NAME_LENGTH) || undefined;

/** `main > form#signup > button`: the way to it, up to the nearest id. Classes are left out, since builds make them up. */
function selectorOf(element: Element): string {
  const steps: string[] = [];
  for (let one: Element | null = element; one && steps.length < MAX_SELECTOR_STEPS; one = one.parentElement) {
    const id = attributeOf(one, 'id');
    steps.unshift(id ? `${one.localName}#${id}` : one.localName);
    if (id && one !== element) break;
  }
  return steps.join(' > ');
}

/** What stands on a button or link, without what is ignored there, and without what somebody may have typed. */
function textOf(element: Element, ignored: string): string | undefined {
  let text = '';
  const walk = (node: Node): void => {
    if (text.length > MAX_TEXT_LENGTH) return;
    if (node.nodeType === Node.TEXT_NODE) text += node.nodeValue;
    else if (!(node instanceof Element && node.matches(`${ignored},script,style,textarea,select,[contenteditable]`)))
      for (const child of node.childNodes) walk(child);
  };
  walk(element);
  return text.replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT_LENGTH) || undefined;
}

const hrefOf = (element: Element): string | undefined => {
  const { protocol, host, pathname } = element as HTMLAnchorElement;
  // Addresses of mails and numbers of telephones are somebody's.
  return protocol === 'http:' || protocol === 'https:' ? host + pathname : undefined;
};

/** An element as events tell of it: where it is and how it is called, never what it holds. */
export function describeElement(element: Element, ignored: string): DescribedElement {
  const hasText = element.matches('a,button,summary,[role=button],[role=link],[role=tab],[role=menuitem]');
  const described = {
    tag: element.localName,
    selector: selectorOf(element),
    element_id: attributeOf(element, 'id'),
    element_name: attributeOf(element, 'name'),
    text: hasText ? textOf(element, ignored) : undefined,
    href: element.matches('a[href]') ? hrefOf(element) : undefined,
  };
  return Object.fromEntries(Object.entries(described).filter(([, value]) => value !== undefined)) as never;
}
