/**
 * Deletes bytes that were stored for a message that was never written, because its process was killed or could not
 * clean up.
 */
import { sweepStaging } from '../../files/staging.ts'
import type { Services } from '../../services.ts'
import { startEvery } from '../../workers/every.ts'
import type { Worker } from '../../workers/loop.ts'
import { forgetUploads, markLeftUploads } from './uploads.store.ts'

const EVERY_MS = 10 * 60 * 1000
/** Longer than any request. */
const AGE_S = 60 * 60
const BITE = 100

type SweepServices = Pick<Services, 'config' | 'database' | 'files' | 'clock' | 'log'>

/** Returns the number of deleted files. */
export async function sweepFiles(parts: SweepServices, stopping?: AbortSignal): Promise<number> {
  const { database, files, clock } = parts
  await sweepStaging(parts, new Date(clock.now().getTime() - AGE_S * 1000))
  for (let swept = 0; ; ) {
    const left = await database.system((tx) => markLeftUploads(tx, { ageS: AGE_S, limit: BITE }))
    for (const { organizationId, id } of left) {
      if (stopping?.aborted) return swept
      // The bytes go first: a row without bytes is swept again, bytes without a row would stay for ever.
      await files.delete(id)
      await database.system((tx) => forgetUploads(tx, organizationId, [id]))
      swept++
    }
    if (left.length < BITE) return swept
  }
}

export function startFileSweep(parts: SweepServices): Worker {
  return startEvery(parts, {
    name: 'the file sweep',
    everyMs: EVERY_MS,
    atStart: true,
    run: (stopping) => sweepFiles(parts, stopping),
  })
}
