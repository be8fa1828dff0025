import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  findMount,
  inspectDataLocation,
  isContainer,
  parseMountCommand,
  parseMountInfo,
  refuseUnsafeLocation,
} from '../../src/drivers/sqlite/filesystem.ts';
import { DomainError } from '../../src/platform/errors.ts';

const LINUX = `22 28 0:20 / /sys rw,nosuid shared:7 - sysfs sysfs rw
28 1 8:2 / / rw,relatime shared:1 - ext4 /dev/sda2 rw
30 28 0:26 / /mnt/nfs rw,relatime shared:50 - nfs4 10.0.0.5:/export rw,vers=4.2
31 28 0:27 / /mnt/win rw - cifs //server/share rw
32 28 0:28 / /home/me/remote rw - fuse.sshfs me@host: rw
33 28 0:29 / /mnt/with\\040space\\011and\\134more rw - nfs server:/x rw
34 28 8:3 / /srv rw master:1 propagate_from:2 - xfs /dev/sdb1 rw
35 34 0:30 / /srv/nfs rw - nfs server:/y rw
36 35 8:4 / /srv/nfs/local rw - btrfs /dev/sdc1 rw
37 28 8:5 / /stacked rw - ext4 /dev/sdd1 rw
38 37 0:31 / /stacked rw - nfs4 server:/z rw

`;
const CONTAINER = `600 500 0:50 / / rw,relatime master:200 - overlay overlay rw,lowerdir=/l,upperdir=/u,workdir=/w
601 600 0:51 / /proc rw - proc proc rw
610 600 8:2 /var/lib/docker/volumes/galley/_data /data rw,relatime master:1 - ext4 /dev/sda2 rw
611 600 8:2 /home/me/mail /bound rw - ext4 /dev/sda2 rw
612 600 0:60 / /efs rw - nfs4 fs-1:/ rw`;
const MACOS = `/dev/disk3s1s1 on / (apfs, sealed, local, read-only, journaled)
devfs on /dev (devfs, local, nobrowse)
/dev/disk3s5 on /System/Volumes/Data (apfs, local, journaled, nobrowse)
//me@nas._smb._tcp.local/mail on /Volumes/mail (smbfs, nodev, nosuid, mounted by me)
nas:/export/My Disk on /Volumes/My Disk (2) (nfs, nodev, nosuid)
map auto_home on /System/Volumes/Data/home (autofs, automounted, nobrowse)
`;

const typeAt = (mounts: ReturnType<typeof parseMountInfo>, directory: string) =>
  findMount(mounts, directory)?.type;

test.each([
  ['/', 'ext4'],
  ['/var/lib/galley', 'ext4'],
  ['/mnt/nfs', 'nfs4'],
  ['/mnt/nfs/a/b', 'nfs4'],
  ['/mnt/nfsx', 'ext4'],
  ['/mnt/win/galley', 'cifs'],
  ['/home/me/remote/galley', 'fuse.sshfs'],
  ['/home/me/galley', 'ext4'],
  ['/mnt/with space\tand\\more/x', 'nfs'],
  ['/srv/galley', 'xfs'],
  ['/srv/..galley', 'xfs'],
  ['/srv/nfs/..data/galley', 'nfs'],
  ['/srv/nfs/galley', 'nfs'],
  ['/srv/nfs/local/galley', 'btrfs'],
  ['/stacked/galley', 'nfs4'],
])('Linux: %s is on %s', (directory, type) => {
  expect(typeAt(parseMountInfo(LINUX), directory)).toBe(type);
});

test.each([
  ['/galley-data', 'overlay'],
  ['/data', 'ext4'],
  ['/data/deep/er', 'ext4'],
  ['/bound/x', 'ext4'],
  ['/efs/galley', 'nfs4'],
])('container: %s is on %s', (directory, type) => {
  expect(typeAt(parseMountInfo(CONTAINER), directory)).toBe(type);
});

test.each([
  ['/Users/me/galley', 'apfs'],
  ['/System/Volumes/Data/galley', 'apfs'],
  ['/Volumes/mail/galley', 'smbfs'],
  ['/Volumes/My Disk (2)/galley', 'nfs'],
])('macOS: %s is on %s', (directory, type) => {
  expect(typeAt(parseMountCommand(MACOS), directory)).toBe(type);
});

test('other text gives no mounts, and without mounts none is found', () => {
  for (const text of ['', '\n\n', 'garbage', 'a - b', '1 2 3 4']) {
    expect(findMount(parseMountInfo(text), '/data')).toBeUndefined();
    expect(findMount(parseMountCommand(text), '/data')).toBeUndefined();
  }
});

function refusalOf(
  type: string | undefined,
  inContainer: boolean,
  allowEphemeral: boolean,
  directory = '/data',
) {
  const mount = type === undefined ? undefined : { mountPoint: '/', type };
  try {
    refuseUnsafeLocation({ directory, mount, inContainer }, allowEphemeral);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'conflict') return error.message;
    throw error;
  }
  return undefined;
}

describe('refused', () => {
  const network =
    'nfs nfs4 nfs3 cifs smb2 smb3 smbfs 9p afs afpfs ceph glusterfs lustre fuse.sshfs fuse.s3fs fuse.rclone fuse.gcsfuse webdav davfs NFS'.split(
      ' ',
    );
  test.each(network)('the network file system %s, also with --allow-ephemeral', (type) => {
    for (const inContainer of [true, false]) {
      expect(refusalOf(type, inContainer, true)).toContain('network file system');
      expect(refusalOf(type, inContainer, true)).toContain('/data');
    }
  });

  test('a Windows network path', () => {
    expect(refusalOf(undefined, false, true, '\\\\server\\share')).toContain('network file system');
  });

  test.each(['overlay', 'overlayfs', 'aufs', 'fuse.fuse-overlayfs'])(
    'a container’s own %s, unless told otherwise',
    (type) => {
      const message = refusalOf(type, true, false);
      expect(message).toContain('volume');
      expect(message).toContain('--allow-ephemeral');
      expect(refusalOf(type, true, true)).toBeUndefined();
      expect(refusalOf(type, false, false)).toBeUndefined();
    },
  );
});

test.each('ext4 xfs btrfs zfs apfs hfs tmpfs f2fs ntfs3 bcachefs fuseblk virtiofs'.split(' '))(
  '%s is fine anywhere',
  (type) => {
    expect([refusalOf(type, true, false), refusalOf(type, false, false)]).toEqual([undefined, undefined]);
  },
);

test.each([
  ['Docker and Podman', { hasMarker: true }, true],
  ['a pod with cgroup v1', { cgroup: '5:cpu:/kubepods/burstable/pod1\n' }, true],
  ['a pod of containerd with cgroup v2', { pid: 1 }, true],
  ['a service of a machine', { cgroup: '0::/init.scope\n' }, false],
])('%s: whether it is a container', (_what, own, expected) => {
  expect(isContainer({ pid: 812, cgroup: '0::/\n', hasMarker: false, ...own })).toBe(expected);
});

describe.if(process.platform === 'linux')('on this machine', () => {
  let folder: string;
  beforeAll(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'galley-place-')));
    mkdirSync(join(folder, 'real'));
    symlinkSync('/proc', join(folder, 'link'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('a directory that does not exist yet is judged by where it will be', () => {
    const { mount } = inspectDataLocation(join(folder, 'not', 'yet'));
    expect(mount).toEqual(inspectDataLocation(folder).mount);
    // The root folder of a chroot need not be a mount point.
    expect(inspectDataLocation('/proc/not/yet').mount?.type).toBe('proc');
  });

  test('a symbolic link is judged by where it leads', () => {
    expect(inspectDataLocation('/proc').mount?.type).toBe('proc');
    expect(inspectDataLocation(join(folder, 'link')).mount?.type).toBe('proc');
    expect(inspectDataLocation(join(folder, 'link', 'galley')).mount?.type).toBe('proc');
  });
});
