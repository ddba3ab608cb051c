/** Pieces of the source of the demo's web app, as far as crashes lead there. */
export const webSources = {
  'src/checkout/slot-picker.ts': `import { track } from '../analytics';
import type { SlotPage } from './slot-page';

let page: SlotPage | undefined;

/** Chooses the first free slot of the day that was clicked. */
export function pickSlot(day: string): string {
  const free = page.slots.filter((slot) => slot.day === day && slot.isFree);
  const [first] = free;
  if (first === undefined) throw new Error('Nothing is free on ' + day);
  track('delivery_slot_chosen', { slot: first.id });
  return first.id;
}
`,
  'src/checkout/slot-button.tsx': `import { pickSlot } from './slot-picker';

export function SlotButton({ day, onPicked }: { day: string; onPicked: (slot: string) => void }) {
  const onClick = () => {
    onPicked(pickSlot(day));
  };
  return <button onClick={onClick}>{day}</button>;
}
`,
  'src/router/open-recipe.ts': `import { loadChunk } from './load-chunk';

export async function openRecipe(id: string): Promise<void> {
  const page = await loadChunk('recipe');
  page.show(id);
}
`,
  'src/router/load-chunk.ts': `const chunks = new Map<string, Promise<Page>>();

export function loadChunk(name: string): Promise<Page> {
  const known = chunks.get(name);
  if (known !== undefined) return known;
  const loading = import(/* chunk */ name).catch((cause) => {
    throw new ChunkLoadError(name, cause);
  });
  chunks.set(name, loading);
  return loading;
}
`,
  'src/cart/save-cart.ts': `import type { Cart } from './cart';

const key = 'cart';

export function saveCart(cart: Cart): void {
  localStorage.setItem(key, JSON.stringify(cart));
}
`,
  'src/cart/add-item.ts': `import { cart } from './cart';
import { saveCart } from './save-cart';

export function addItem(productId: string, quantity: number): void {
  cart.lines.push({ productId, quantity });
  saveCart(cart);
}
`,
} as const;

export type WebSource = keyof typeof webSources;
