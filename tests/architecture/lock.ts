import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export const lockPath = join(import.meta.dirname, '../../package-lock.json');

export type Locked = {
  version?: string;
  resolved?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  engines?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
};
export type Lock = { packages: Record<string, Locked> };
/** A package for another platform that the lock file names without an entry. */
export type Unnamed = { name: string; version: string; dev: boolean };

export const readLock = async (): Promise<Lock> => JSON.parse(await readFile(lockPath, 'utf8'));

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('node_modules/')).replace(/\/$/, '');

function isNamed(packages: Lock['packages'], from: string, name: string): boolean {
  for (let at = from; ; at = parentOf(at)) {
    if (packages[`${at && `${at}/`}node_modules/${name}`]) return true;
    if (!at) return false;
  }
}

/** Returns the packages for other platforms that a registry left out of the lock file, which makes `npm ci` fail. */
export function unnamedIn({ packages }: Lock): Unnamed[] {
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {}, dev = false }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !isNamed(packages, path, name))
      .map(([name, version]) => ({ name, version, dev })),
  );
}
