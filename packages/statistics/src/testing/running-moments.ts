import type { Moments, PairMoments } from '../moments.ts';

/** Adds rows one by one (Welford 1962), so that simulations can look after every batch. */
export class RunningMoments {
  #units = 0;
  #meanY = 0;
  #meanX = 0;
  #squaresY = 0;
  #squaresX = 0;
  #products = 0;

  add(y: number, x = 0): void {
    this.#units += 1;
    const [stepY, stepX] = [y - this.#meanY, x - this.#meanX];
    this.#meanY += stepY / this.#units;
    this.#meanX += stepX / this.#units;
    this.#squaresY += stepY * (y - this.#meanY);
    this.#squaresX += stepX * (x - this.#meanX);
    this.#products += stepY * (x - this.#meanX);
  }

  moments(): Moments {
    return { units: this.#units, ...this.pairMoments().y };
  }

  pairMoments(): PairMoments {
    const below = Math.max(1, this.#units - 1);
    return {
      units: this.#units,
      y: { mean: this.#meanY, variance: this.#squaresY / below },
      x: { mean: this.#meanX, variance: this.#squaresX / below },
      covariance: this.#products / below,
    };
  }
}
