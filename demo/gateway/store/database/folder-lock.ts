import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// The embedded database has no lock of its own: two processes on one folder would destroy it.

interface Holder {
  readonly pid: number;
  /** When the process began, in the system's own count, where it tells: a later process may have the same id. */
  readonly began: string | null;
}

/** State and beginning of a process by Linux's /proc; undefined elsewhere. */
function statOf(pid: number): { state: string; began: string } | undefined {
  try {
    // Behind the program's name, which may hold spaces and brackets, in brackets.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? [];
    return { state: fields[0] ?? '', began: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}

function lives({ pid, began }: Holder): boolean {
  // In a container each new process may have the id of the one before.
  if (pid === process.pid && began !== (statOf(pid)?.began ?? null)) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Somebody else's process refuses the signal, but is there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  const stat = statOf(pid);
  return stat === undefined || (stat.state !== 'Z' && (began === null || stat.began === began));
}

function read(path: string): { text: string; holder: Holder } | undefined {
  try {
    const text = readFileSync(path, 'utf8');
    return { text, holder: JSON.parse(text) as Holder };
  } catch {
    return undefined;
  }
}

/** Creates the lock whole, or not at all when there is one. */
function create(path: string, own: string, text: string): boolean {
  writeFileSync(own, text);
  try {
    linkSync(own, path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(own, { force: true });
  }
}

/**
 * Locks a folder against other processes, until the returned function is called or this process has ended, however.
 *
 * @throws Error when a living process holds it.
 */
export function lockFolder(folder: string): () => void {
  const path = join(folder, 'lock');
  const own = `${path}.${process.pid}`;
  const text = JSON.stringify({ pid: process.pid, began: statOf(process.pid)?.began ?? null } satisfies Holder);
  while (!create(path, own, text)) {
    const found = read(path);
    if (found && lives(found.holder)) {
      throw new Error(
        `The folder ${folder} is in use by another sandbox, process ${found.holder.pid}. End that one, name another ` +
          'folder with --data, or use --data memory. Several sandboxes share one state on a server: set DATABASE_URL.',
      );
    }
    setAside(path, own, found?.text);
  }
  const unlock = (): void => {
    process.removeListener('exit', unlock);
    if (read(path)?.text === text) rmSync(path, { force: true });
  };
  process.once('exit', unlock);
  return unlock;
}

/** Removes a lock whose holder is gone, and no other: somebody may have taken it over a moment ago. */
function setAside(path: string, own: string, stale: string | undefined): void {
  try {
    renameSync(path, own);
  } catch {
    return;
  }
  if (read(own)?.text !== stale) {
    try {
      linkSync(own, path);
    } catch {
      // A third one was faster; whoever finds two holders is refused by the other's lock.
    }
  }
  rmSync(own, { force: true });
}
