/** Stops a server whose owner was killed. Called by the next owner of the directory, which holds its lock. */
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { commandOfProcess, startOfProcess } from './process-facts.ts'

const PATIENCE_MS = 8_000

export async function stopOrphan(data: string): Promise<void> {
  const file = path.join(data, 'postmaster.pid')
  const pid = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0])
  if (!pid) return
  // The process id may have been reused. Then the file is stale, and the new server would mistake it for a running
  // one.
  if (commandOfProcess(pid)?.includes(data)) {
    for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
      if (startOfProcess(pid) !== undefined) process.kill(pid, signal)
      if (await waitForEnd(pid, PATIENCE_MS)) break
    }
  }
  await rm(file, { force: true })
}

/** Whether the process ended within that time. */
export async function waitForEnd(pid: number, patienceMs: number): Promise<boolean> {
  for (const started = performance.now(); performance.now() - started < patienceMs; await sleep(10)) {
    if (startOfProcess(pid) === undefined) return true
  }
  return false
}
