import type { Weighted } from './random.ts';

export type Platform = 'ios' | 'android' | 'web';
/** How old a device is; what is slow and what crashes follows from it. */
export type DeviceAge = 'new' | 'middle' | 'old';

export interface DeviceModel {
  readonly model: string;
  readonly age: DeviceAge;
  readonly type: 'phone' | 'tablet' | 'desktop';
  readonly osName: string;
  readonly osVersions: Weighted<string>;
  readonly memoryMb: number;
}

type Row = readonly [model: string, age: DeviceAge, memoryMb: number, weight: number, type?: 'tablet'];

const iosVersions: Record<DeviceAge, Weighted<string>> = {
  new: [
    ['26.1', 46],
    ['26.0.1', 24],
    ['18.6.2', 22],
    ['18.5', 8],
  ],
  middle: [
    ['26.1', 24],
    ['18.6.2', 44],
    ['18.5', 18],
    ['17.7.2', 14],
  ],
  old: [
    ['18.6.2', 18],
    ['17.7.2', 34],
    ['16.7.11', 48],
  ],
};
const androidVersions: Record<DeviceAge, Weighted<string>> = {
  new: [
    ['16', 52],
    ['15', 40],
    ['14', 8],
  ],
  middle: [
    ['15', 28],
    ['14', 48],
    ['13', 24],
  ],
  old: [
    ['13', 12],
    ['12', 26],
    ['11', 34],
    ['10', 28],
  ],
};

const mobile = (
  osName: string,
  versions: Record<DeviceAge, Weighted<string>>,
  rows: readonly Row[],
): Weighted<DeviceModel> =>
  rows.map(([model, age, memoryMb, weight, type]) => [
    { model, age, type: type ?? 'phone', osName, osVersions: versions[age], memoryMb },
    weight,
  ]);

const browser = (
  model: string,
  age: DeviceAge,
  type: DeviceModel['type'],
  osName: string,
  osVersions: Weighted<string>,
): DeviceModel => ({ model, age, type, osName, osVersions, memoryMb: age === 'old' ? 4096 : 16_384 });

/** The models that people hold, a few of them very common; for the web a browser stands for a model. */
export const deviceModels: Record<Platform, Weighted<DeviceModel>> = {
  ios: mobile('iOS', iosVersions, [
    ['iPhone17,3', 'new', 8192, 15],
    ['iPhone17,1', 'new', 8192, 11],
    ['iPhone15,4', 'new', 6144, 15],
    ['iPhone16,1', 'new', 8192, 8],
    ['iPhone14,7', 'middle', 6144, 13],
    ['iPhone14,5', 'middle', 4096, 13],
    ['iPhone13,2', 'middle', 4096, 9],
    ['iPad13,18', 'middle', 4096, 3, 'tablet'],
    ['iPhone12,1', 'old', 4096, 7],
    ['iPhone11,8', 'old', 3072, 3],
    ['iPhone12,8', 'old', 3072, 3],
  ]),
  android: mobile('Android', androidVersions, [
    ['SM-S931B', 'new', 12_288, 9],
    ['SM-S921B', 'new', 8192, 10],
    ['Pixel 9', 'new', 12_288, 7],
    ['SM-A566B', 'new', 8192, 11],
    ['SM-A546B', 'middle', 8192, 13],
    ['Pixel 7a', 'middle', 8192, 6],
    ['2312DRA50G', 'middle', 6144, 9],
    ['SM-A346B', 'middle', 6144, 9],
    ['SM-A145R', 'old', 4096, 10],
    ['M2101K7AG', 'old', 4096, 6],
    ['moto g(8) power lite', 'old', 4096, 4],
    ['SM-J530F', 'old', 2048, 3],
    ['SM-T510', 'old', 2048, 3, 'tablet'],
  ]),
  web: [
    [
      browser('Chrome', 'new', 'desktop', 'Windows', [
        ['11', 78],
        ['10', 22],
      ]),
      30,
    ],
    [
      browser('Chrome', 'middle', 'desktop', 'macOS', [
        ['26', 40],
        ['15', 45],
        ['14', 15],
      ]),
      13,
    ],
    [
      browser('Safari', 'new', 'desktop', 'macOS', [
        ['26', 55],
        ['15', 45],
      ]),
      12,
    ],
    [
      browser('Firefox', 'middle', 'desktop', 'Windows', [
        ['11', 60],
        ['10', 40],
      ]),
      6,
    ],
    [browser('Firefox', 'middle', 'desktop', 'Linux', [['6', 100]]), 2],
    [
      browser('Edge', 'middle', 'desktop', 'Windows', [
        ['11', 85],
        ['10', 15],
      ]),
      8,
    ],
    [browser('Mobile Safari', 'middle', 'phone', 'iOS', iosVersions.middle), 15],
    [browser('Chrome Mobile', 'old', 'phone', 'Android', androidVersions.old), 14],
  ],
};
