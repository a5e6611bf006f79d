import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The processes of the embedded store of a data directory: the server first, then its children. */
export function storePids(dataDir: string): number[] {
  try {
    const [line] = readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
    const postmaster = Number(line)
    return [postmaster, ...childrenOf(postmaster)]
  } catch {
    // It is not running.
    return []
  }
}

/** Kills the embedded store of a data directory the hard way, the server and all its children, as a power cut would. */
export function killStore(dataDir: string): void {
  for (const pid of storePids(dataDir)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It was quicker.
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
