/** Takes away what was stored for a message that never came: its process was killed, or nobody could tidy up. */
import { sweepStaging } from '../../../files/staging.ts'
import type { Parts } from '../../../parts.ts'
import { forgetUploads, markLeftUploads } from './uploads.store.ts'

const EVERY_MS = 10 * 60 * 1000
/** No request lives that long. */
const AGE_S = 60 * 60
const BITE = 100

type SweepParts = Pick<Parts, 'config' | 'database' | 'files' | 'clock' | 'log'>

/** Gives how many stored files were nobody's. */
export async function sweepFiles(parts: SweepParts, isWanted: () => boolean = () => true): Promise<number> {
  const { database, files, clock } = parts
  await sweepStaging(parts, new Date(clock.now().getTime() - AGE_S * 1000))
  for (let swept = 0; ; ) {
    const left = await database.system((tx) => markLeftUploads(tx, { ageS: AGE_S, limit: BITE }))
    for (const { organizationId, id } of left) {
      if (!isWanted()) return swept
      // First the bytes: a row without them is swept again, bytes without a row would stay for ever.
      await files.delete(id)
      await database.system((tx) => forgetUploads(tx, organizationId, [id]))
      swept++
    }
    if (left.length < BITE) return swept
  }
}

export function startFileSweep(parts: SweepParts): { stop(): Promise<void> } {
  let isStopped = false
  let sweeping: Promise<unknown> | null = null
  const sweep = () => {
    sweeping ??= sweepFiles(parts, () => !isStopped)
      .catch((error: unknown) => parts.log.warn({ err: error }, 'files that nobody has could not be swept'))
      .finally(() => {
        sweeping = null
      })
  }
  const timer = setInterval(sweep, EVERY_MS)
  sweep()
  return {
    async stop() {
      isStopped = true
      clearInterval(timer)
      await sweeping
    },
  }
}
