import { expect, test } from 'vitest';
import { mintKey } from '../../../edge/keys/key-format.ts';
import { mintOperatorToken } from '../../../edge/keys/operator-token.ts';
import { checkGivenValues, GivenValueRefused, type GivenValues } from './given-values.ts';

const good: GivenValues = {
  ownerEmail: 'owner@example.org',
  ownerPassword: 'correct horse',
  operatorToken: mintOperatorToken(),
  publishableKey: mintKey('publishable', 'production'),
  secretKey: mintKey('secret', 'production'),
  devKey: mintKey('dev', 'production'),
};

test('well-formed values, all or none of them, are accepted', () => {
  checkGivenValues(good);
  checkGivenValues({});
});

test('a key that was made elsewhere needs the shape, not our checksum', () => {
  checkGivenValues({ ...good, devKey: `lp_dev_production_${'a'.repeat(32)}` });
});

const refused: { name: string; given: GivenValues; setting: string }[] = [
  { name: 'an email without @', given: { ownerEmail: 'owner' }, setting: 'LP_OWNER_EMAIL' },
  { name: 'a short password', given: { ownerPassword: 'secret!' }, setting: 'LP_OWNER_PASSWORD' },
  { name: 'a token of another shape', given: { operatorToken: 'lpop_x' }, setting: 'LP_OPERATOR_TOKEN' },
  {
    name: 'a key of another kind',
    given: { publishableKey: mintKey('secret', 'production') },
    setting: 'LP_PUBLISHABLE_KEY',
  },
  {
    name: 'a key of another environment',
    given: { secretKey: mintKey('secret', 'development') },
    setting: 'LP_SECRET_KEY',
  },
  {
    name: 'a key that is too short',
    given: { devKey: `lp_dev_production_${'a'.repeat(31)}` },
    setting: 'LP_DEV_KEY',
  },
];
for (const { name, given, setting } of refused) {
  test(`${name} is refused, naming ${setting} and not the value`, () => {
    const check = () => checkGivenValues({ ...good, ...given });
    expect(check).toThrow(GivenValueRefused);
    expect(check).toThrow(expect.objectContaining({ setting }));
    expect(check).not.toThrow(Object.values(given)[0] ?? '');
  });
}
