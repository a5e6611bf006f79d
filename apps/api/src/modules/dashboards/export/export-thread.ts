/** Writes files in threads of their own, so that calls of people don't wait for a spreadsheet. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Refusal } from '../../../http/refusal.ts'
import type { Paper } from './pdf.ts'
import type { Cell } from './tables.rules.ts'

export type Task =
  | { readonly format: 'csv' | 'xlsx' }
  | { readonly format: 'pdf'; readonly paper: Paper }
  /** Sheets by their names, one after the other. A page without rows ends a sheet. */
  | { readonly format: 'workbook'; readonly sheets: readonly string[] }

export type FromThread =
  | { readonly kind: 'more' }
  | { readonly kind: 'piece'; readonly bytes: Uint8Array }
  | { readonly kind: 'end' }
/** The next page of rows, after the last one none; and an empty answer once a piece is written. */
export interface ToThread {
  readonly page?: readonly (readonly Cell[])[] | undefined
}

export type Pages = AsyncIterator<readonly (readonly Cell[])[]>

/** A thread that needs more than this for 50,000 rows is at fault. */
const MEMORY_MB = 256

/** Yields the file in pieces. The thread waits until a piece is taken, and ends with the loop over them. */
export async function* writeInThread(task: Task, pages: Pages): AsyncGenerator<Uint8Array, void> {
  const thread = new Worker(new URL('./export.program.ts', import.meta.url), {
    ...{ workerData: task, stdout: false, stderr: false },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  const messages: FromThread[] = []
  let failure: unknown
  let wake = () => {}
  const noted = () =>
    new Promise<void>((resolve) => {
      wake = resolve
      if (messages.length > 0 || failure !== undefined) resolve()
    })
  thread.on('message', (message: FromThread) => {
    messages.push(message)
    wake()
  })
  thread.on('error', (error) => {
    failure = error
    wake()
  })
  thread.on('exit', () => {
    failure ??= new Error('The thread of an export ended early.')
    wake()
  })
  const tell = (message: ToThread) => thread.postMessage(message)
  try {
    for (;;) {
      await noted()
      const message = messages.shift()
      if (message === undefined) throw failure
      if (message.kind === 'end') return
      if (message.kind === 'more') {
        const { value, done } = await pages.next()
        tell(done === true ? {} : { page: value })
        continue
      }
      yield message.bytes
      tell({})
    }
  } finally {
    await pages.return?.()
    await thread.terminate()
  }
}

/** Bounds the exports of each organization that run at once. */
export function createExportSlots(most: number) {
  const running = new Map<string, number>()
  return async <T>(organizationId: string, work: () => Promise<T>): Promise<T> => {
    const before = running.get(organizationId) ?? 0
    if (before >= most)
      throw new Refusal('rate_limited', 'Two exports of your organization are being written. Try again.', {
        retryAfterS: 5,
      })
    running.set(organizationId, before + 1)
    try {
      return await work()
    } finally {
      const left = (running.get(organizationId) ?? 1) - 1
      if (left === 0) running.delete(organizationId)
      else running.set(organizationId, left)
    }
  }
}

const PATIENCE_MS = 60_000

/** Waits while the browser reads more slowly than the thread writes; false once it is gone, or has read nothing for so long. */
export async function put(
  res: NodeJS.WritableStream & { readonly destroyed: boolean; destroy(): unknown },
  bytes: Uint8Array,
  patienceMs = PATIENCE_MS,
): Promise<boolean> {
  if (res.destroyed) return false
  if (res.write(bytes)) return true
  const done = new AbortController()
  const signal = AbortSignal.any([done.signal, AbortSignal.timeout(patienceMs)])
  const ended = ['drain', 'close'].map((name) => once(res, name, { signal }))
  try {
    await Promise.race(ended)
  } catch {
    res.destroy()
  } finally {
    // Takes the listener of the other event away.
    done.abort()
    await Promise.allSettled(ended)
  }
  return !res.destroyed
}
