import type { BinaryImage, RawFrame } from '../crashes/grouping/crash-frame.ts';

/** The image that a native frame lies in, and how far from its beginning. */
export interface ImagePlace {
  readonly image?: BinaryImage;
  readonly uuid?: string;
  readonly loadAddress?: string;
  readonly offset?: number;
}

export function placeInImage(frame: RawFrame, images: readonly BinaryImage[]): ImagePlace {
  const address = addressOf(frame.address);
  const image = imageOf(frame, address, images);
  const loadAddress = frame.imageAddress ?? image?.loadAddress;
  const load = addressOf(loadAddress);
  // Where nobody says where the image begins, addresses are counted from there, as in backtraces of Android.
  const offset = address === undefined ? undefined : Number(address - (load ?? 0n));
  return {
    ...(image === undefined ? {} : { image }),
    ...(image?.uuid === undefined ? {} : { uuid: image.uuid }),
    ...(loadAddress === undefined ? {} : { loadAddress }),
    ...(offset === undefined || offset < 0 || !Number.isSafeInteger(offset) ? {} : { offset }),
  };
}

function imageOf(
  frame: RawFrame,
  address: bigint | undefined,
  images: readonly BinaryImage[],
): BinaryImage | undefined {
  const load = addressOf(frame.imageAddress);
  const name = frame.imageName?.slice(frame.imageName.lastIndexOf('/') + 1);
  return (
    images.find(({ loadAddress }) => load !== undefined && addressOf(loadAddress) === load) ??
    images.find((image) => name !== undefined && image.name === name) ??
    images.find((image) => address !== undefined && holds(image, address))
  );
}

function holds({ loadAddress, size }: BinaryImage, address: bigint): boolean {
  const load = addressOf(loadAddress);
  return load !== undefined && size !== undefined && address >= load && address < load + BigInt(size);
}

function addressOf(text: string | undefined): bigint | undefined {
  if (text === undefined || !/^(?:0x[0-9a-f]{1,16}|\d{1,20})$/i.test(text)) return undefined;
  return BigInt(text);
}
