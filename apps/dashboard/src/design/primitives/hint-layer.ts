import styles from './hint-layer.module.css';

const SHOW_AFTER_MS = 120;
const GAP_PX = 6;
const EDGE_PX = 8;

let isInstalled = false;

/** Puts the one tooltip of all hints into the document. */
export function ensureHintLayer(): void {
  if (isInstalled) return;
  isInstalled = true;
  const bubble = document.createElement('div');
  bubble.className = styles.bubble ?? '';
  bubble.popover = 'manual';
  bubble.setAttribute('role', 'tooltip');
  document.body.append(bubble);

  let shown: Element | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const hide = () => {
    clearTimeout(timer);
    shown = undefined;
    if (bubble.matches(':popover-open')) bubble.hidePopover();
  };
  const show = (target: HTMLElement) => {
    if (!target.isConnected) return;
    bubble.textContent = target.dataset.hint ?? '';
    bubble.showPopover();
    place(bubble, target.getBoundingClientRect());
  };
  const consider = (event: Event) => {
    const target = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-hint]') : null;
    if (target === shown) return;
    hide();
    if (target === null || !target.dataset.hint) return;
    shown = target;
    timer = setTimeout(show, SHOW_AFTER_MS, target);
  };

  document.addEventListener('pointerover', consider);
  document.addEventListener('focusin', consider);
  document.addEventListener('focusout', hide);
  document.addEventListener('scroll', hide, { capture: true, passive: true });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') hide();
  });
}

function place(bubble: HTMLElement, target: DOMRect): void {
  const { width, height } = bubble.getBoundingClientRect();
  const centred = target.left + target.width / 2 - width / 2;
  const left = Math.max(EDGE_PX, Math.min(centred, window.innerWidth - width - EDGE_PX));
  const above = target.top - height - GAP_PX;
  bubble.style.left = `${left}px`;
  bubble.style.top = `${above >= EDGE_PX ? above : target.bottom + GAP_PX}px`;
}
