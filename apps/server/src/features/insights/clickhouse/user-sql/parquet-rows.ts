import { open } from 'node:fs/promises';

const MAGIC = 'PAR1';
/** Types of the compact protocol of Thrift, in which Parquet writes its footer. */
const I32 = 5;
const I64 = 6;

/**
 * How many rows a Parquet file has, which its footer says in the third field. A file that was cut, or that has an error
 * written behind its rows, has no footer at its end.
 */
export async function parquetRows(path: string): Promise<number> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const tail = Buffer.alloc(8);
    await file.read(tail, 0, 8, Math.max(0, size - 8));
    const bytes = tail.readUInt32LE(0);
    if (tail.toString('latin1', 4) !== MAGIC || bytes > size) throw new Error('the file of an export is incomplete');
    const footer = Buffer.alloc(bytes);
    await file.read(footer, 0, bytes, size - 8 - bytes);
    return new Footer(footer).rows();
  } finally {
    await file.close();
  }
}

class Footer {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  rows(): number {
    for (let id = 0; ; ) {
      const head = this.#byte();
      if (head === 0) throw new Error('a Parquet file that does not say how many rows it has');
      const [step, type] = [head >> 4, head & 15];
      id = step === 0 ? this.#zigzag() : id + step;
      if (id === 3 && (type === I64 || type === I32)) return this.#zigzag();
      this.#skip(type);
    }
  }

  #byte(): number {
    return this.#bytes.readUInt8(this.#at++);
  }

  #varint(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.#byte();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  }

  #zigzag(): number {
    const value = this.#varint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  #skip(type: number): void {
    // Of a truth the type says all.
    if (type <= 2) return;
    if (type === 3) this.#at += 1;
    else if (type <= I64) this.#varint();
    else if (type === 7) this.#at += 8;
    else if (type === 8) this.#skipBytes(this.#varint());
    else if (type === 9 || type === 10) this.#skipList();
    else if (type === 12) this.#skipStruct();
    else throw new Error(`a Parquet file with a type that is not expected: ${type}`);
  }

  #skipBytes(bytes: number): void {
    this.#at += bytes;
  }

  #skipList(): void {
    const head = this.#byte();
    const size = head >> 4 === 15 ? this.#varint() : head >> 4;
    const type = head & 15;
    // In a list a truth takes a byte.
    for (let at = 0; at < size; at++) this.#skip(type <= 2 ? 3 : type);
  }

  #skipStruct(): void {
    for (let head = this.#byte(); head !== 0; head = this.#byte()) {
      if (head >> 4 === 0) this.#zigzag();
      this.#skip(head & 15);
    }
  }
}
