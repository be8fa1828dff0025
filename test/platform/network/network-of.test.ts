import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { networkOf } from '../../../src/platform/network/ip-addresses.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:0DB8:0000:0001::', '2001:db8:0:1::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['1::2:3:4:5:6:7', '1:0:2:3::/64'],
  ['::1', '0:0:0:0::/64'],
  ['unknown', 'unknown'],
])('%s is limited as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test('every address of a network is limited as one, however it is written', () => {
  const group = fc.integer({ min: 0, max: 0xffff }).map((number) => number.toString(16));
  fc.assert(
    fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), (groups) => {
      const full = groups.map((text) => text.padStart(4, '0')).join(':');
      const short = new URL(`http://[${full}]`).hostname.slice(1, -1);
      const neighbour = [...groups.slice(0, 4), '1', '2', '3', '4'].join(':');
      expect(networkOf(short)).toBe(networkOf(full));
      expect(networkOf(neighbour)).toBe(networkOf(full));
    }),
  );
});
