/** What stands in place of a secret. */
const scrubbedText = '[scrubbed]';

/** Names are compared without case, `_`, `-`, `.` and blanks. */
const plainName = (key: string): string => key.toLowerCase().replaceAll(/[_\-. ]/g, '');

/** Key names repeat in every batch, so verdicts are remembered; a client that invents keys must not fill the memory. */
const rememberedKeys = 10_000;

const bearer = /\bbearer\s+[\w.~+/=-]{8,}/gi;
/** Prefixes of issuers with the lengths they use. */
const issuedNumber =
  /^(?:4(?:\d{12}|\d{15}|\d{18})|(?:5[1-5]|2[2-7])\d{14}|3[47]\d{13}|3[068]\d{12}|(?:6011|62|64|65)\d{10,17}|35\d{14})$/;
const cardShape = /^\d(?:[ -]?\d){12,18}$/;

/**
 * Recognises what must not be stored in properties: values under names such as `password`,
 * bearer tokens, and texts that are a card number (13 to 19 digits, an issuer's prefix, a correct check digit).
 */
export class Scrubber {
  readonly #isOn: boolean;
  readonly #secretKeys: ReadonlySet<string>;
  readonly #verdicts = new Map<string, boolean>();

  constructor(options: { readonly isOn: boolean; readonly secretKeys: readonly string[] }) {
    this.#isOn = options.isOn;
    this.#secretKeys = new Set(options.secretKeys.map(plainName));
  }

  isSecretKey(key: string): boolean {
    if (!this.#isOn) return false;
    const known = this.#verdicts.get(key);
    if (known !== undefined) return known;
    const verdict = key.length <= 64 && this.#isSecretName(plainName(key));
    if (this.#verdicts.size >= rememberedKeys) this.#verdicts.clear();
    this.#verdicts.set(key, verdict);
    return verdict;
  }

  isSecretText(text: string): boolean {
    if (!this.#isOn || text.length < 13) return false;
    const first = text.charCodeAt(0);
    if (first >= 0x30 && first <= 0x39 && text.length <= 37 && isCardNumber(text)) return true;
    return text.includes('earer ') && text.search(bearer) >= 0;
  }

  /** A copy of the value without its secrets. Members keep their order; `__proto__` stays plain data. */
  scrub(value: unknown): unknown {
    if (typeof value === 'string') {
      if (!this.isSecretText(value)) return value;
      return isCardNumber(value) ? scrubbedText : value.replaceAll(bearer, scrubbedText);
    }
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((item) => this.scrub(item));
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [
        key,
        this.isSecretKey(key) && member !== null ? scrubbedText : this.scrub(member),
      ]),
    );
  }

  #isSecretName(name: string): boolean {
    return this.#secretKeys.has(name) || (name.endsWith('password') && this.#secretKeys.has('password'));
  }
}

function isCardNumber(text: string): boolean {
  if (!cardShape.test(text)) return false;
  const digits = text.replaceAll(/[ -]/g, '');
  return issuedNumber.test(digits) && hasCheckDigit(digits);
}

/** Luhn. */
function hasCheckDigit(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - place) - 0x30;
    const weighed = place % 2 === 0 ? digit : digit * 2;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return sum % 10 === 0;
}
