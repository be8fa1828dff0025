import { describe, expect, test } from 'bun:test';
import { isSafeImage, isSafeLink } from '../../../src/mail/parse/safe-url.ts';

describe('links and pictures of schemes that browsers run are refused', () => {
  test.each([
    'javascript:alert(1)',
    'javascript:1;alert(1)',
    'JaVa\tscript:1;alert(1)',
    '{{ empty }}javascript:1;alert(1)',
    'vbscript:9',
    'data:1,x',
    'data:text/html,x',
  ])('%s', (url) => {
    expect([isSafeLink(url), isSafeImage(url)]).toEqual([false, false]);
  });
});

describe('a name before a port is a host, and other addresses are accepted', () => {
  test.each([
    'localhost:8080/a',
    'example.com:80',
    'https://a.example:1/x',
    'tel:123',
    'sms:1',
    'mailto:1@b.example',
    '/a:1',
    '{{ url }}',
  ])('%s', (url) => {
    expect(isSafeLink(url)).toBe(true);
  });
});
