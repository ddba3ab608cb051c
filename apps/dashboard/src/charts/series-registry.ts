/** Grey: what is left over or missing never takes a colour away from a real name. */
const GREY = 8;
const COLOURS = 7;
const freePlaces = [1, 2, 3, 4, 5, 6, 7];
const greyNames = new Set(['(other)', '(none)']);

/** Gives names their colours in the order in which they are first asked for, and keeps to it. */
export class SeriesRegistry {
  readonly #places = new Map<string, number>();

  /** 1 to 8. After seven names the colours begin again. */
  placeOf(name: string): number {
    if (greyNames.has(name)) return GREY;
    let place = this.#places.get(name);
    if (place === undefined) {
      place = (this.#places.size % COLOURS) + 1;
      this.#places.set(name, place);
    }
    return place;
  }

  /** The same for the names of one drawing, in which no two may look alike: the later one gives way while there is room. */
  placesOf(names: readonly string[]): ReadonlyMap<string, number> {
    const places = new Map<string, number>();
    for (const name of names) {
      const wanted = this.placeOf(name);
      const taken = new Set(places.values());
      const free = freePlaces.find((place) => !taken.has(place));
      places.set(name, wanted !== GREY && taken.has(wanted) && free !== undefined ? free : wanted);
    }
    return places;
  }
}
