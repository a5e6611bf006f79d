/** Reads facts about any process from the operating system. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** A text that identifies the start time of a living process; undefined when it is gone. */
export function startOfProcess(pid: number): string | undefined {
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  if (process.platform === 'linux') return linuxStart(pid)
  if (!exists(pid)) return undefined
  return process.platform === 'win32' ? 'running' : ps(pid, 'lstart=')
}

/** The command line of a living process; undefined when it can't be read. */
export function commandOfProcess(pid: number): string | undefined {
  if (process.platform === 'win32') return undefined
  if (process.platform !== 'linux') return ps(pid, 'command=')
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return undefined
  }
}

/** Linux counts the processor time that it shows in hundredths of a second. */
const TICK_MS = 10

/** The processor time that a living process has used, in milliseconds; undefined where the system doesn't tell. */
export function processorMs(pid: number): number | undefined {
  const fields = process.platform === 'linux' ? linuxFields(pid) : undefined
  return fields && (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

/** The 22nd field of `stat`. */
function linuxStart(pid: number): string | undefined {
  return linuxFields(pid)?.[19]
}

/** The fields of `stat` after the name, which may contain spaces. A zombie counts as ended. */
function linuxFields(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? undefined : fields
  } catch {
    return undefined
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function ps(pid: number, column: string): string | undefined {
  try {
    return execFileSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined
  } catch {
    return undefined
  }
}
