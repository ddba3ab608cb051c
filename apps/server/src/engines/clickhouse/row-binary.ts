/** Types of ClickHouse of a fixed width, as RowBinary writes them: little-endian, one row after the other. */
const readers = {
  UInt8: { bytes: 1, array: Uint8Array, read: (view: DataView, at: number) => view.getUint8(at) },
  UInt16: { bytes: 2, array: Uint16Array, read: (view: DataView, at: number) => view.getUint16(at, true) },
  UInt32: { bytes: 4, array: Uint32Array, read: (view: DataView, at: number) => view.getUint32(at, true) },
  Float64: { bytes: 8, array: Float64Array, read: (view: DataView, at: number) => view.getFloat64(at, true) },
} as const;

export type FixedType = keyof typeof readers;
type Numbers = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** Some rows of a result, column by column. */
export interface ColumnChunk {
  readonly rowCount: number;
  column(index: number): Numbers;
}

/** Rows of columns of these types, none of them nullable. A row may begin in one piece and end in the next. */
export async function* readRowBinary(
  pieces: AsyncIterable<Buffer>,
  types: readonly FixedType[],
): AsyncGenerator<ColumnChunk> {
  const rowBytes = types.reduce((sum, type) => sum + readers[type].bytes, 0);
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of pieces) {
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    const rowCount = Math.floor(bytes.length / rowBytes);
    if (rowCount > 0) yield chunkOf(bytes, rowCount, rowBytes, types);
    rest = bytes.subarray(rowCount * rowBytes);
  }
  if (rest.length > 0) throw new Error(`a result ended within a row: ${rest.length} of ${rowBytes} bytes`);
}

function chunkOf(bytes: Buffer, rowCount: number, rowBytes: number, types: readonly FixedType[]): ColumnChunk {
  const view = new DataView(bytes.buffer, bytes.byteOffset, rowCount * rowBytes);
  let offset = 0;
  const columns = types.map((type) => {
    const { array, read, bytes: width } = readers[type];
    const column = new array(rowCount);
    for (let row = 0; row < rowCount; row++) column[row] = read(view, row * rowBytes + offset);
    offset += width;
    return column;
  });
  return { rowCount, column: (index) => columns[index] as Numbers };
}

/** Writes rows of RowBinary one value after the other. */
export class RowBinaryWriter {
  readonly #pieces: Buffer[] = [];
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
  }

  uuid(text: string): this {
    // Two 64-bit numbers, each little-endian.
    const bytes = Buffer.from(text.replaceAll('-', ''), 'hex');
    return this.#add(Buffer.concat([bytes.subarray(0, 8).reverse(), bytes.subarray(8, 16).reverse()]));
  }

  int64(value: number): this {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(BigInt(value));
    return this.#add(bytes);
  }

  uint32(value: number): this {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(value);
    return this.#add(bytes);
  }

  /** Any bytes; they are kept as they are. */
  text(bytes: Buffer): this {
    return this.#add(varint(bytes.length)).#add(bytes);
  }

  take(): Buffer {
    this.#bytes = 0;
    return Buffer.concat(this.#pieces.splice(0));
  }

  #add(bytes: Buffer): this {
    this.#pieces.push(bytes);
    this.#bytes += bytes.length;
    return this;
  }
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  return Buffer.from([...bytes, rest]);
}

/** The values of a result with one column of type String. */
export function readTexts(bytes: Buffer): Buffer[] {
  const texts: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    let [length, shift] = [0, 1];
    for (;;) {
      const byte = bytes[at++];
      if (byte === undefined) throw new Error('a result ended within the length of a text');
      length += (byte & 0x7f) * shift;
      if (byte < 0x80) break;
      shift *= 0x80;
    }
    if (at + length > bytes.length) throw new Error('a result ended within a text');
    texts.push(bytes.subarray(at, at + length));
    at += length;
  }
  return texts;
}
