import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// The embedded database has no lock of its own: two processes would corrupt its folder.

interface Holder {
  readonly pid: number;
  /** When the process started, in the system's ticks, where known: a later process may get the same id. */
  readonly began: string | null;
}

/** State and start of a process from Linux's /proc; undefined on other systems. */
function statOf(pid: number): { state: string; began: string } | undefined {
  try {
    // The fields follow the program's name, which is in brackets and may contain spaces and brackets.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? [];
    return { state: fields[0] ?? '', began: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}

function lives({ pid, began }: Holder): boolean {
  // In a container a new process may get the id of the previous one.
  if (pid === process.pid && began !== (statOf(pid)?.began ?? null)) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Another user's process refuses the signal, but exists.
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

/** Creates the lock file atomically; returns false when there is one already. */
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
 * Locks a folder against other processes, until the returned function is called or this process ends.
 *
 * @throws Error when a living process holds the lock.
 */
export function lockFolder(folder: string): () => void {
  const path = join(folder, 'lock');
  const own = `${path}.${process.pid}`;
  const text = JSON.stringify({ pid: process.pid, began: statOf(process.pid)?.began ?? null } satisfies Holder);
  while (!create(path, own, text)) {
    const found = read(path);
    if (found && lives(found.holder)) {
      throw new Error(
        `The folder ${folder} is in use by another sandbox, process ${found.holder.pid}. Stop that process, choose another ` +
          'folder with --data, or use --data memory. To share one state, run all sandboxes on a database server: --data postgres://….',
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

/** Removes a lock whose holder is gone, but not a new one that another process has just created. */
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
      // A third process already holds the lock.
    }
  }
  rmSync(own, { force: true });
}
