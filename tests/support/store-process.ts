import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Kills the embedded store of a data directory the hard way, the server and all its children, as a power cut would. */
export function killStore(dataDir: string): void {
  const [line] = readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
  const postmaster = Number(line)
  for (const pid of [postmaster, ...childrenOf(postmaster)]) {
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
