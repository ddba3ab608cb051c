import Type from 'typebox';
import { List } from './common.ts';

export const SdkPackageRow = Type.Object({
  name: Type.String({ description: 'As it stands in addresses: `browser`, `react`, `react-native`, `node`, …' }),
  package: Type.String({ description: 'As it is imported: `@lamppost/browser`' }),
  version: Type.String(),
  path: Type.String({ description: 'What `npm install` takes, behind the address of the server' }),
  bytes: Type.Integer(),
  integrity: Type.String({ description: 'As lockfiles have it: `sha512-…`. The bytes behind a path never change.' }),
  newest: Type.Boolean({ description: 'The one that belongs to this version of the server' }),
});
export const SdkPackagesAnswer = List(SdkPackageRow);
