/** Processor times and memory of other programs, as Linux counts them. */
import { readFileSync } from 'node:fs'

/** The kernel counts in hundredths of a second. */
const TICK_MS = 10

/**
 * Milliseconds of processor time of a server (the first) and its children. A child that has ended counts with the
 * server, so that the sum never falls.
 */
export function processorMs([server, ...children]: readonly number[]): number {
  if (server === undefined) return 0
  let ticks = ticksOf(statOf(server), { withEnded: true })
  for (const child of children) ticks += ticksOf(statOf(child), { withEnded: false })
  return ticks * TICK_MS
}

/** Reads `utime`, `stime`, `cutime` and `cstime`, counted after the name, which may contain spaces. */
export function ticksOf(stat: string, { withEnded }: { withEnded: boolean }): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields.slice(11, withEnded ? 15 : 13).reduce((sum, field) => sum + Number(field), 0)
}

function statOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    // The process has ended since it was listed.
    return ''
  }
}

/** The resident memory of a process in bytes. */
export function residentBytes(pid: number): number {
  const [, kb] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kb) * 1024
}
