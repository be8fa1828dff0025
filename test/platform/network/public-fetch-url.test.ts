import { describe, expect, test } from 'bun:test';
import { createPublicFetch } from '../../../src/platform/network/public-fetch/index.ts';

const options = { maxBytes: 1000, timeoutMs: 5000, field: 'poster' };

/** What the URL is refused with, and the names that were looked up for it. */
async function refuse(url: string, addresses: string[] = []) {
  const asked: string[] = [];
  const { fetchPublicFile } = createPublicFetch({
    resolve: async (host) => {
      asked.push(host);
      return addresses;
    },
  });
  const error = await fetchPublicFile(url, options).catch((thrown) => thrown);
  return { code: error.code as string, message: error.message as string, asked };
}

describe('URLs that are refused for their form', () => {
  test.each([
    ['', 'not an address'],
    ['example.com/a.png', 'not an address'],
    ['/a.png', 'not an address'],
    ['http://', 'not an address'],
    ['http://a b.example/', 'not an address'],
    ['http://a.example/a\nHost: b', 'not an address'],
    ['ht\ttp://a.example/', 'not an address'],
    ['http://a.example/\u0000', 'not an address'],
    ['http://1.2.3.4.5/', 'not an address'],
    ['http://[::1', 'not an address'],
    ['http://[fe80::1%25eth0]/', 'not an address'],
    ['http://a.example:65536/', 'not an address'],
    ['file:///etc/passwd', 'must start with'],
    ['ftp://a.example/a', 'must start with'],
    ['gopher://a.example:6379/_x', 'must start with'],
    ['data:image/png;base64,AAAA', 'must start with'],
    ['blob:http://a.example/1', 'must start with'],
    ['unix:/var/run/docker.sock', 'must start with'],
    ['javascript:alert(1)', 'must start with'],
    ['http://user:password@a.example/', 'user name or password'],
    ['http://8.8.8.8@127.0.0.1/', 'user name or password'],
    ['https://:x@a.example/', 'user name or password'],
    ['http://a.example:0/', 'ports'],
    ['http://a.example:22/', 'ports'],
    ['http://a.example:25/', 'ports'],
    ['https://a.example:1023/', 'ports'],
    ['http://a.example:6000/', 'ports'],
    ['http://a.example:6667/', 'ports'],
    [`http://a.example/${'a'.repeat(4096)}`, 'longer than'],
  ])('%j: %s', async (url, reason) => {
    const { code, message, asked } = await refuse(url);
    expect(code).toBe('validation_failed');
    expect(message).toMatch(/^[A-Z"p].*\.$/);
    expect(message).toContain(reason);
    expect(asked).toEqual([]);
  });
});

describe('URLs that are refused for where they lead', () => {
  test.each([
    'http://127.0.0.1/',
    'http:127.0.0.1',
    'http:\\\\127.0.0.1\\',
    'http:///127.0.0.1/',
    'http://0/',
    'http://0x7f.1/',
    'http://2130706433:8080/',
    'http://017700000001/',
    'http://①②⑦.0.0.1/',
    'http://127。0。0。1/',
    'http://%31%32%37.0.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::]/',
    'http://[::1]:3000/',
    'http://[::ffff:169.254.169.254]/',
    'http://[fd00:ec2::254]/',
    'https://100.100.100.200/',
    'http://168.63.129.16/',
    'http://10.0.0.1:5432/',
    'http://255.255.255.255/',
  ])('%s, without asking name servers', async (url) => {
    const { code, message, asked } = await refuse(url);
    expect(code).toBe('validation_failed');
    expect(message).toContain('No public server');
    expect(asked).toEqual([]);
  });

  test('a name that does not exist and a private one give the same message', async () => {
    const missing = await refuse('https://vault.corp.example/', []);
    const internal = await refuse('https://vault.corp.example/', ['10.20.30.40']);
    const mixed = await refuse('https://vault.corp.example/', ['8.8.8.8', '10.20.30.40']);
    expect(internal).toEqual(missing);
    expect(mixed).toEqual(missing);
    expect(internal.message).not.toContain('10.20');
    expect(internal.asked).toEqual(['vault.corp.example']);
  });

  test('the lookup of the system: a loopback name, and a name that cannot exist', async () => {
    const { fetchPublicFile } = createPublicFetch();
    for (const host of ['localhost', 'LOCALHOST.', 'nothing.invalid']) {
      const fetched = fetchPublicFile(`http://${host}:4100/`, options);
      await expect(fetched).rejects.toMatchObject({
        code: 'validation_failed',
        message: expect.stringContaining('No public server'),
      });
    }
  });

  test('name servers that fail are not the user’s mistake, and stay unnamed', async () => {
    const { fetchPublicFile } = createPublicFetch({
      resolve: async () => {
        throw Object.assign(new Error('queryA ETIMEOUT via 10.0.0.53'), { code: 'EAI_AGAIN' });
      },
    });
    const error = await fetchPublicFile('https://a.example/', options).catch((thrown) => thrown);
    expect(error).toMatchObject({ code: 'unavailable' });
    expect(error.message).not.toContain('10.0.0.53');
  });
});
