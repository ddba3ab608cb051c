import { invalidBody, type JsonObject } from '@lamppost/protocol';
import { type Field, fieldOf, isMessage, type MessageName } from './otlp-messages.ts';

const MAX_FIELDS = 150_000;
/** A value inside of an object inside of a value is three messages deeper. */
const MAX_DEPTH = 100;

/** Reads a protobuf body of OTLP into the shape of its JSON. Throws VALIDATION_ERROR for bytes that are none. */
export const decodeOtlp = (bytes: Buffer, message: MessageName): JsonObject => new Reader(bytes).message(message);

class Reader {
  readonly #bytes: Buffer;
  #at = 0;
  #fields = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  message(name: MessageName, end = this.#bytes.length, depth = 0): JsonObject {
    if (depth > MAX_DEPTH) throw invalidBody('The body is nested too deeply');
    const members: JsonObject = {};
    while (this.#at < end) {
      this.#fields += 1;
      if (this.#fields > MAX_FIELDS) throw invalidBody('The body has too many values');
      const tag = Number(this.#varint());
      const field = fieldOf(name, Math.floor(tag / 8));
      const wireType = tag % 8;
      if (field === undefined || wireType !== wireTypeOf(field)) {
        this.#skip(wireType, end);
        continue;
      }
      const value = this.#value(field, end, depth);
      const list = members[field.name];
      if (Array.isArray(list)) list.push(value);
      else members[field.name] = field.isList === true ? [value] : value;
    }
    if (this.#at !== end) throw broken();
    return members;
  }

  #value({ kind }: Field, end: number, depth: number): unknown {
    switch (kind) {
      case 'bool':
        return this.#varint() !== 0n;
      case 'int64':
        return readable(BigInt.asIntN(64, this.#varint()));
      case 'double':
        return this.#bytes.readDoubleLE(this.#take(8, end));
      case 'fixed64':
        return this.#bytes.readBigUInt64LE(this.#take(8, end)).toString();
      default: {
        const length = Number(this.#varint());
        const start = this.#take(length, end);
        if (isMessage(kind)) {
          this.#at = start;
          return this.message(kind, start + length, depth + 1);
        }
        const encoding = kind === 'string' ? 'utf8' : kind;
        return this.#bytes.toString(encoding, start, start + length);
      }
    }
  }

  #skip(wireType: number, end: number): void {
    if (wireType === 0) this.#varint();
    else if (wireType === 1) this.#take(8, end);
    else if (wireType === 2) this.#take(Number(this.#varint()), end);
    else if (wireType === 5) this.#take(4, end);
    else throw broken();
  }

  /** Where these bytes begin; the reader goes on behind them. */
  #take(length: number, end: number): number {
    const start = this.#at;
    if (length > end - start) throw broken();
    this.#at = start + length;
    return start;
  }

  #varint(): bigint {
    let [low, shift] = [0, 0];
    // Nearly all are short; only longer ones need more than a number holds.
    while (shift < 28) {
      const byte = this.#byte();
      low |= (byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt(low);
      shift += 7;
    }
    let value = BigInt(low);
    for (; shift < 70; shift += 7) {
      const byte = this.#byte();
      value |= BigInt(byte & 0x7f) << BigInt(shift);
      if (byte < 0x80) return value;
    }
    throw broken();
  }

  #byte(): number {
    const byte = this.#bytes[this.#at++];
    if (byte === undefined) throw broken();
    return byte;
  }
}

const broken = () => invalidBody('The body is not valid protobuf');

function wireTypeOf({ kind }: Field): number {
  if (kind === 'bool' || kind === 'int64') return 0;
  return kind === 'double' || kind === 'fixed64' ? 1 : 2;
}

/** As in JSON: a number, or its digits where a number would lose some. */
const readable = (value: bigint): number | string =>
  Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();
