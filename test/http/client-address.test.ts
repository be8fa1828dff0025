import { expect, test } from 'bun:test';
import { createClientAddressReader, createProxyTrust } from '../../src/http/proxies.ts';

const TRUSTED = ['127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8'];

test.each<[string, string | undefined, string | undefined, string]>([
  ['no proxy', '203.0.113.1', undefined, '203.0.113.1'],
  ['a stranger who forges the header', '203.0.113.1', '1.1.1.1', '203.0.113.1'],
  ['a proxy', '127.0.0.1', '203.0.113.1', '203.0.113.1'],
  ['a proxy of a range', '10.255.0.1', '203.0.113.1', '203.0.113.1'],
  ['just outside the range', '11.0.0.1', '203.0.113.1', '11.0.0.1'],
  ['two proxies', '127.0.0.1', '203.0.113.1, 10.0.0.9', '203.0.113.1'],
  ['what the client wrote itself stands on the left', '127.0.0.1', '1.1.1.1, 203.0.113.1', '203.0.113.1'],
  ['proxies only', '127.0.0.1', '10.0.0.1, 10.0.0.2', '127.0.0.1'],
  ['garbage ends the search', '127.0.0.1', '203.0.113.1, garbage', '127.0.0.1'],
  ['an empty header', '127.0.0.1', '', '127.0.0.1'],
  ['commas', '127.0.0.1', ',,,', '127.0.0.1'],
  ['IPv6', '::1', '2001:db8::1', '2001:db8::1'],
  ['an IPv6 range', 'fd12::5', '2001:db8::1', '2001:db8::1'],
  ['IPv4 as a dual-stack socket tells it', '::ffff:127.0.0.1', '203.0.113.1', '203.0.113.1'],
  ['the same in the header', '127.0.0.1', '::ffff:203.0.113.1', '203.0.113.1'],
  ['spaces', '127.0.0.1', '   203.0.113.1   ', '203.0.113.1'],
  ['an address with a port is none', '127.0.0.1', '203.0.113.1:4711', '127.0.0.1'],
  ['no peer', undefined, '203.0.113.1', 'unknown'],
])('%s', (_name, peer, forwarded, expected) => {
  const headers = new Headers(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded });
  const request = new Request('http://localhost/', { headers });
  expect(createClientAddressReader(createProxyTrust(TRUSTED))(request, peer)).toBe(expected);
});

test('no proxy is trusted by default', () => {
  const read = createClientAddressReader(createProxyTrust([]));
  for (const peer of ['127.0.0.1', '10.0.0.1', '::1']) {
    const request = new Request('http://localhost/', { headers: { 'x-forwarded-for': '1.1.1.1' } });
    expect(read(request, peer)).toBe(peer);
  }
});
