import { Random } from './random.ts';

export interface Recipe {
  readonly id: string;
  readonly title: string;
  readonly cuisine: string;
  readonly category: string;
  readonly prepMinutes: number;
  readonly rating: number;
}

export interface Product {
  readonly id: string;
  readonly category: string;
  /** In euros. */
  readonly price: number;
  readonly isOrganic: boolean;
}

const cuisines = [
  'italian',
  'german',
  'thai',
  'mexican',
  'indian',
  'french',
  'japanese',
  'levantine',
  'american',
  'greek',
];
const categories = ['dinner', 'lunch', 'breakfast', 'dessert', 'snack', 'soup', 'salad', 'baking'];
const bases = [
  'pasta',
  'curry',
  'risotto',
  'stew',
  'tacos',
  'lasagne',
  'salad',
  'soup',
  'bowl',
  'pie',
  'noodles',
  'pancakes',
];
const twists = ['pumpkin', 'lemon', 'mushroom', 'chickpea', 'tomato', 'spinach', 'salmon', 'chicken', 'lentil', 'feta'];
const aisles: readonly (readonly [category: string, median: number])[] = [
  ['vegetables', 1.9],
  ['fruit', 2.4],
  ['dairy', 1.8],
  ['bakery', 2.6],
  ['meat', 5.9],
  ['fish', 7.4],
  ['pantry', 2.2],
  ['spices', 2.8],
  ['frozen', 3.6],
  ['drinks', 1.6],
  ['household', 4.1],
  ['baby', 5.2],
];

const fixedSeed = 20_260_101;

const cents = (amount: number): number => Math.round(amount * 100) / 100;

function writeRecipes(count: number): readonly Recipe[] {
  const random = new Random(fixedSeed, 1);
  return Array.from({ length: count }, (_, at) => {
    const title = `${random.pick(twists)} ${random.pick(bases)}`;
    return {
      id: `rcp_${String(at + 1).padStart(4, '0')}`,
      title,
      cuisine: random.pickSkewed(cuisines),
      category: random.pickSkewed(categories),
      prepMinutes: Math.max(10, Math.round(random.logNormal(32, 0.45) / 5) * 5),
      rating: Math.round(Math.min(5, Math.max(2.4, 4.3 + 0.35 * random.normal())) * 10) / 10,
    };
  });
}

function writeProducts(count: number): readonly Product[] {
  const random = new Random(fixedSeed, 2);
  return Array.from({ length: count }, (_, at) => {
    const [category, median] = random.pickSkewed(aisles);
    return {
      id: `sku-${String(10_000 + at)}`,
      category,
      price: Math.max(0.39, cents(random.logNormal(median, 0.4))),
      isOrganic: random.chance(0.22),
    };
  });
}

/** The shop's goods: the same for every seed, in order of how much they are wanted. */
export const recipes = writeRecipes(1_200);
export const products = writeProducts(4_000);

export const searchTerms: readonly string[] = [
  'chicken',
  'pasta',
  'vegan dinner',
  'quick dinner',
  'lasagne',
  'curry',
  'pumpkin soup',
  'salmon',
  'pancakes',
  'gluten free',
  ...twists.flatMap((twist) => bases.map((base) => `${twist} ${base}`)),
];
