import { setTimeout as pause } from 'node:timers/promises'

/** Waits, or until the worker is to stop. */
export async function rest(ms: number, stopping: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal: stopping }).catch(() => undefined)
}
