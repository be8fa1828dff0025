import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { isPublicAddress } from '../../../src/platform/network/ip-addresses.ts';
import { createAddressPolicy } from '../../../src/platform/network/public-fetch/addresses.ts';
import { createPublicFetch } from '../../../src/platform/network/public-fetch/index.ts';

type Octets = [number, number, number, number];

/** Forbidden IPv4 ranges, computed independently of the table under test. */
const FORBIDDEN_IPV4: [base: string, bits: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];

const toNumber = (text: string) => text.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
const toOctets = (number: number): Octets => [
  Math.floor(number / 2 ** 24),
  Math.floor(number / 2 ** 16) % 256,
  Math.floor(number / 256) % 256,
  number % 256,
];
const isForbiddenNumber = (number: number) =>
  FORBIDDEN_IPV4.some(([base, bits]) => {
    const size = 2 ** (32 - bits);
    return Math.floor(number / size) === Math.floor(toNumber(base) / size);
  });

const forbiddenIpv4 = fc
  .tuple(fc.constantFrom(...FORBIDDEN_IPV4), fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }))
  .map(([[base, bits], where]) => toOctets(toNumber(base) + Math.floor(where * 2 ** (32 - bits))));

const hex = (number: number) => number.toString(16);
const pairs = ([a, b, c, d]: Octets) => `${hex(a * 256 + b)}:${hex(c * 256 + d)}`;
const inverted = (octets: Octets) => octets.map((octet) => 255 - octet) as Octets;
const whole = (octets: Octets) => toNumber(octets.join('.'));

/** Every way to write an IPv4 address into a URL that browsers understand, or that leads to it through a tunnel. */
const SPELLINGS: ((octets: Octets) => string)[] = [
  (o) => o.join('.'),
  (o) => `${o.join('.')}.`,
  (o) => `${whole(o)}`,
  (o) => `0x${hex(whole(o))}`,
  (o) => `0${whole(o).toString(8)}`,
  (o) => o.map((octet) => `0x${hex(octet)}`).join('.'),
  (o) => o.map((octet) => `000${octet.toString(8)}`).join('.'),
  ([a, b, c, d]) => `${a}.${b}.${c * 256 + d}`,
  ([a, b, c, d]) => `0${a.toString(8)}.0x${hex(b * 65536 + c * 256 + d)}`,
  (o) => o.join('。'),
  (o) => o.join('.').replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  (o) => o.join('.').replace(/./g, (sign) => `%${hex(sign.charCodeAt(0))}`),
  (o) => `[::ffff:${o.join('.')}]`,
  (o) => `[0:0:0:0:0:FFFF:${pairs(o)}]`,
  (o) => `[::${pairs(o)}]`,
  (o) => `[::ffff:0:${pairs(o)}]`,
  (o) => `[64:ff9b::${pairs(o)}]`,
  (o) => `[64:ff9b:1::${pairs(o)}]`,
  (o) => `[2002:${pairs(o)}::1]`,
  (o) => `[2001:0:4136:e378:8000:63bf:${pairs(inverted(o))}]`,
  (o) => `[fd00::${pairs(o)}]`,
];

/** Addresses at the edges of what is forbidden, as a resolver may answer them. */
const FORBIDDEN_IPV6 = [
  '::',
  '::1',
  '::ffff:8.8.8.8',
  '64:ff9b::808:808',
  '100::1',
  '1fff:ffff::1',
  '2001::1',
  '2001:1ff:ffff::1',
  '2001:2::1',
  '2001:20::1',
  '2001:DB8:0:0::1',
  '2002:808:808::1',
  '3ffe::1',
  '3fff:fff::1',
  '4000::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  '2a00:1450::1%eth0',
  'fec0::1',
  'ff02::1',
  'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
];

const options = { maxBytes: 1000, timeoutMs: 2000 };
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'fetched',
    (error) => error.code as string,
  );

describe('addresses', () => {
  test('no forbidden IPv4 address gets through, however a URL spells it', async () => {
    const { fetchPublicFile } = createPublicFetch({ resolve: async () => [] });
    await fc.assert(
      fc.asyncProperty(forbiddenIpv4, fc.constantFrom(...SPELLINGS), async (octets, spell) => {
        // Only a connection that was tried could end as anything else.
        const error = await fetchPublicFile(`http://${spell(octets)}/`, options).catch((thrown) => thrown);
        expect(error.code).toBe('validation_failed');
        expect(error.message).toStartWith('No public server has the name or address "');
      }),
    );
  });

  test('nor as the answer to a lookup, alone or among public ones', async () => {
    const answer = fc.oneof(
      forbiddenIpv4.map((octets) => octets.join('.')),
      fc.constantFrom(...FORBIDDEN_IPV6, '', 'localhost', '127.1', '0x7f000001', '2130706433'),
    );
    const others = fc.array(fc.constantFrom('8.8.8.8', '2a00:1450:4001::1'), { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(answer, others, others, async (bad, before, after) => {
        const { fetchPublicFile } = createPublicFetch({ resolve: async () => [...before, bad, ...after] });
        expect(await codeOf(fetchPublicFile('https://a.example/', options))).toBe('validation_failed');
      }),
    );
  });

  test('every IPv4 address is decided as the registry has it', () => {
    fc.assert(
      fc.property(fc.nat(2 ** 32 - 1), (number) => {
        expect(isPublicAddress(toOctets(number).join('.'))).toBe(!isForbiddenNumber(number));
      }),
    );
    for (const [base, bits] of FORBIDDEN_IPV4) {
      const first = toNumber(base);
      for (const number of [first - 1, first, first + 2 ** (32 - bits) - 1, first + 2 ** (32 - bits)]) {
        if (number < 0 || number >= 2 ** 32) continue;
        expect(isPublicAddress(toOctets(number).join('.'))).toBe(!isForbiddenNumber(number));
      }
    }
  });

  test('IPv6: only global unicast, less its special parts', () => {
    expect(FORBIDDEN_IPV6.filter(isPublicAddress)).toEqual([]);
    const open = [
      '2000::1',
      '2001:200::1',
      '2a00:1450:4001::1',
      '2606:4700::1111',
      '3ffd::1',
      '3fff:1000::1',
    ];
    expect(open.filter((address) => !isPublicAddress(address))).toEqual([]);
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        const first = Number.parseInt(address.split(':')[0] || '0', 16);
        if (first < 0x2000 || first > 0x3fff) expect(isPublicAddress(address)).toBe(false);
      }),
    );
  });
});

describe('the policy', () => {
  const network = (address: string, cidr: string) =>
    (() => ({ eth0: [{ address, cidr }] })) as unknown as typeof import('node:os').networkInterfaces;

  test.each([
    ['2a01:4f8:1:2::5', '2a01:4f8:1:2::5/64', '2a01:4f8:1:2::1', 443, false],
    ['2a01:4f8:1:2::5', '2a01:4f8:1:2::5/64', '2a01:4f8:1:3::1', 443, true],
    ['2a01:4f8:1:2::5', '2a01:4f8:1:2::5/64', '2a01:4f8:1:2::5', 443, true],
    ['2a01:4f8:1:2::5', '2a01:4f8:1:2::5/64', '2a01:4f8:1:2:0:0:0:5', 9200, false],
    ['5.9.0.7', '5.9.0.7/27', '5.9.0.7', 80, true],
    ['5.9.0.7', '5.9.0.7/27', '5.9.0.7', 6379, false],
    ['5.9.0.7', '5.9.0.7/27', '5.9.0.8', 443, false],
    ['5.9.0.7', '5.9.0.7/27', '5.9.0.99', 8080, true],
    ['fe80::1%eth0', 'fe80::1%eth0/64', '5.9.0.99', 8080, true],
  ])('on %s (%s), %s port %d: %p', (own, cidr, address, port, expected) => {
    const policy = createAddressPolicy([], network(own, cidr));
    expect(policy.accepts('a.example', address, port)).toBe(expected);
    expect(createAddressPolicy([address], network(own, cidr)).accepts('a.example', address, port)).toBe(true);
  });

  test('lets in what the operator allows, and no more', () => {
    const policy = createAddressPolicy(['10.1.0.0/16', '192.168.7.7', 'fd12::/16', 'Media.Intranet.']);
    const accepts = (host: string, address: string) => policy.accepts(host, address, 80);
    expect(accepts('a.example', '10.1.255.255')).toBe(true);
    expect(accepts('a.example', '10.2.0.0')).toBe(false);
    expect(accepts('a.example', '::ffff:10.1.0.1')).toBe(false);
    expect(accepts('a.example', '192.168.7.7')).toBe(true);
    expect(accepts('a.example', '192.168.7.8')).toBe(false);
    expect(accepts('a.example', 'fd12::1')).toBe(true);
    expect(accepts('a.example', 'fd12::1%eth0')).toBe(false);
    expect(accepts('media.intranet', '172.16.0.9')).toBe(true);
    expect(accepts('x.media.intranet', '172.16.0.9')).toBe(false);
  });

  test.each([
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '::/129',
    '10.0.0/8',
    'fe80::1%eth0',
    'http://x',
    'a b',
    '*.example.com',
    '2130706433',
    '',
  ])('does not start with "%s" allowed', (entry) => {
    expect(() => createAddressPolicy([entry])).toThrow('neither an address, a range');
  });
});
