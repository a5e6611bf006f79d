import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Returns the processes of a data directory's embedded store: the server first, then its children. */
export function storePids(dataDir: string): number[] {
  try {
    const [line] = readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
    const postmaster = Number(line)
    return [postmaster, ...childrenOf(postmaster)]
  } catch {
    // The store is not running.
    return []
  }
}

/** Kills a data directory's embedded store, the server and all children, with SIGKILL, as a power failure would. */
export function killStore(dataDir: string): void {
  for (const pid of storePids(dataDir)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // The process has already ended.
    }
  }
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const [, afterName = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
        return Number(afterName.split(' ')[1]) === parent
      } catch {
        return false
      }
    })
}
