import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative } from 'node:path';
import { DomainError } from '../../platform/errors.ts';

interface Mount {
  mountPoint: string;
  type: string;
}

/** File systems without the locks and shared memory that SQLite's write-ahead log needs. */
const NETWORK_TYPES =
  /^(nfs\d?|cifs|smb\w*|smbfs|9p|afs|afpfs|ceph|glusterfs|lustre|gpfs|ocfs2|gfs2|davfs|webdav|beegfs\w*|fuse\.(sshfs|s3fs|rclone|glusterfs|ceph\S*|goofys|gcsfuse|davfs\S*|mount-s3|juicefs|smb\w*|nfs\w*))$/i;

/** File systems of a container's writable layer, which is deleted with the container. */
const CONTAINER_LAYER_TYPES = /^(overlay|overlayfs|aufs|fuse-overlayfs|fuse\.fuse-overlayfs)$/;

/** Parses Linux's `/proc/self/mountinfo` (proc(5)): of the fields before ` - `, the fifth is the mount point. */
export function parseMountInfo(text: string): Mount[] {
  return text.split('\n').flatMap((line) => {
    const [before, after] = line.split(' - ');
    const mountPoint = before?.split(' ')[4];
    const type = after?.split(' ')[0];
    if (mountPoint === undefined || type === undefined) return [];
    return [{ mountPoint: decodeOctalEscapes(mountPoint), type }];
  });
}

/** Parses the output of `mount` on macOS: `source on /mount/point (type, options)`. */
export function parseMountCommand(text: string): Mount[] {
  return [...text.matchAll(/ on (.+) \(([^,)]+)/g)].map(([, mountPoint, type]) => ({
    mountPoint: mountPoint as string,
    type: type as string,
  }));
}

/** The mount of a directory: the longest mount point above it; of equal ones the last. */
export function findMount(mounts: readonly Mount[], directory: string): Mount | undefined {
  let best: Mount | undefined;
  for (const mount of mounts) {
    const below = relative(mount.mountPoint, directory);
    if (below === '..' || below.startsWith('../') || isAbsolute(below)) continue;
    if (best === undefined || mount.mountPoint.length >= best.mountPoint.length) best = mount;
  }
  return best;
}

interface DataLocation {
  directory: string;
  mount: Mount | undefined;
  inContainer: boolean;
}

/**
 * Throws `conflict`, with what to do, for a directory where data would be damaged or lost: on a network file system, or in
 * a container's writable layer unless `allowEphemeral`.
 */
export function refuseUnsafeLocation(place: DataLocation, allowEphemeral: boolean): void {
  const { directory, mount, inContainer } = place;
  const isNetwork = directory.startsWith('\\\\') || (mount !== undefined && NETWORK_TYPES.test(mount.type));
  if (isNetwork) {
    throw new DomainError(
      'conflict',
      `The data directory ${directory} is on a network file system (${mount?.type ?? 'UNC path'}), where SQLite's locks do not work. Choose a local disk with --data.`,
    );
  }
  if (inContainer && mount !== undefined && CONTAINER_LAYER_TYPES.test(mount.type) && !allowEphemeral) {
    throw new DomainError(
      'conflict',
      `The data directory ${directory} is inside the container and would be lost with it. Mount a volume there (docker run -v galley:${directory} …), or pass --allow-ephemeral if the data may be lost.`,
    );
  }
}

/** Finds the mount of a directory, or of its nearest existing parent. */
export function inspectDataLocation(directory: string): DataLocation {
  return { directory, mount: findMount(readMounts(), followLinks(directory)), inContainer: isInContainer() };
}

/** Resolves symbolic links in the existing part of the path. */
function followLinks(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  const parent = dirname(path);
  return parent === path ? path : join(followLinks(parent), basename(path));
}

function readMounts(): Mount[] {
  if (process.platform === 'linux') return parseMountInfo(readFileSync('/proc/self/mountinfo', 'utf8'));
  if (process.platform === 'darwin') {
    return parseMountCommand(Bun.spawnSync(['/sbin/mount']).stdout.toString());
  }
  return [];
}

/** Whether this process runs in a container. */
export function isInContainer(): boolean {
  const cgroup = existsSync('/proc/1/cgroup') ? readFileSync('/proc/1/cgroup', 'utf8') : '';
  const hasMarker = existsSync('/.dockerenv') || existsSync('/run/.containerenv');
  return isContainer({ pid: process.pid, cgroup, hasMarker });
}

/**
 * Pods of containerd with cgroup v2 have neither a marker file nor a name in their cgroup, but Galley is their first
 * process.
 */
export const isContainer = (own: { pid: number; cgroup: string; hasMarker: boolean }): boolean =>
  own.hasMarker || own.pid === 1 || /docker|kubepods|containerd|libpod/.test(own.cgroup);

function decodeOctalEscapes(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
}
