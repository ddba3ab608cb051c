import { BlockList } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPrivateAddress } from './is-private-address.ts';

const privateAddresses: Readonly<Record<string, readonly string[]>> = {
  'this host': ['0.0.0.0', '0.1.2.3', '::', '::0'],
  loopback: ['127.0.0.1', '127.255.255.254', '::1', '0:0:0:0:0:0:0:1'],
  'private networks': [
    '10.0.0.1',
    '10.255.255.255',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    'fd12::1',
    'fc00::',
  ],
  'shared by carriers': ['100.64.0.1', '100.127.255.255'],
  'link-local': ['169.254.0.1', 'fe80::1', 'fe80::1%eth0', 'febf::1', 'fec0::1'],
  'cloud metadata': ['169.254.169.254', '100.100.100.200', '192.0.0.192', '168.63.129.16', 'fd00:ec2::254'],
  multicast: ['224.0.0.1', '239.255.255.250', 'ff02::1', 'ff0e::1'],
  'reserved and broadcast': ['240.0.0.1', '255.255.255.255', '192.0.0.1', '198.18.0.1', '198.19.255.255'],
  documentation: ['192.0.2.1', '198.51.100.7', '203.0.113.9', '2001:db8::1', '3fff:fff::1'],
  'IPv4 mapped into IPv6': ['::ffff:127.0.0.1', '::ffff:7f00:1', '::FFFF:10.0.0.1', '0:0:0:0:0:ffff:a9fe:a9fe'],
  'IPv4 compatible and translated': ['::127.0.0.1', '::8.8.8.8', '::ffff:0:8.8.8.8'],
  'NAT64 of private ones': ['64:ff9b::10.0.0.1', '64:ff9b::7f00:1', '64:ff9b:1::8.8.8.8'],
  '6to4 and Teredo': ['2002:7f00:1::', '2002:a00:1::1', '2001:0:1::1'],
  'no address at all': ['', 'localhost', '127.1', '1.2.3.4.5', 'example.com', '12345::', '::1::'],
};
for (const [name, addresses] of Object.entries(privateAddresses)) {
  test(`isPrivateAddress: ${name}`, () => {
    expect(addresses.filter((address) => !isPrivateAddress(address))).toEqual([]);
  });
}

test('isPrivateAddress: public ones, and what carries them', () => {
  const addresses = ['1.1.1.1', '8.8.8.8', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0'];
  const neighbours = [
    '126.255.255.255',
    '128.0.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '223.255.255.255',
  ];
  const ipv6 = ['2606:4700:4700::1111', '2a00:1450::1', '::ffff:8.8.8.8', '64:ff9b::8.8.8.8', '2002:808:808::1'];
  expect([...addresses, ...neighbours, ...ipv6].filter(isPrivateAddress)).toEqual([]);
});

test('isPrivateAddress agrees with the ranges of the platform, however an address is written', () => {
  const ranges = new BlockList();
  for (const [first, length] of [
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
    ['224.0.0.0', 3],
  ] as const) {
    ranges.addSubnet(first, length);
  }
  const octet = fc.nat(255);
  fc.assert(
    fc.property(fc.constantFrom(1, 10, 100, 127, 169, 172, 192, 224, 250), octet, octet, octet, (a, b, c, d) => {
      const address = `${a}.${b}.${c}.${d}`;
      const isKnown = ranges.check(address) || isPrivateAddress(address);
      expect(isPrivateAddress(address)).toBe(isKnown);
      const hex = [(a << 8) | b, (c << 8) | d].map((group) => group.toString(16)).join(':');
      expect(isPrivateAddress(`::ffff:${hex}`)).toBe(isPrivateAddress(address));
      expect(isPrivateAddress(`64:ff9b::${address}`)).toBe(isPrivateAddress(address));
    }),
  );
});
