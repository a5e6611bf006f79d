/** What becomes of a file that a patient sent, when it can't be had at once or at all. */
import type { Backoff } from '../../work/backoff.rules.ts'

const GIVE_UP_AFTER_MS = 24 * 60 * 60 * 1000
/** Right after the text came the carrier may not have it yet. */
const ABSENT_TRIES = 6
/** A day in which nobody was there to try, or a clock that runs ahead, is no day of trying. */
const GIVE_UP_TRIES = 6

/** 2 s, 4 s, … up to ten minutes. */
export const MEDIA_RETRIES: Backoff = { firstMs: 2000, mostMs: 10 * 60 * 1000 }

export function isGivenUp({ queuedAt, attempts }: { queuedAt: Date; attempts: number }, now: Date): boolean {
  return attempts >= GIVE_UP_TRIES && now.getTime() - queuedAt.getTime() > GIVE_UP_AFTER_MS
}

export function isGone(attempts: number): boolean {
  return attempts >= ABSENT_TRIES
}

/** In words for the thread, of what came with a message and is not there. */
export const NOT_HAD = {
  foreign: 'A file that came with this was not fetched: it does not lie with the carrier.',
  absent: 'A file that came with this could not be had: the carrier does not have it any more.',
  too_large: 'A file that came with this was not kept: it is larger than 10 MB.',
  late: 'A file that came with this could not be had: the carrier could not be reached for a day.',
  failing: 'A file that came with this was not kept: fetching or storing it went wrong for a day.',
} as const

/** Of a file that was had and looked at. */
export function notKept(why: string): string {
  return `A file that came with this was not kept: it ${why}`
}

/** A patient's phone gives no names. The type it says decides nothing but which kind of text a text is. */
export function mediaName(place: number, contentType: string): string {
  const [room = ''] = contentType.split('/')
  const what = { image: 'picture', video: 'video', audio: 'recording' }[room] ?? 'file'
  const extension = { 'text/plain': '.txt', 'text/csv': '.csv' }[contentType] ?? ''
  return `${what}-${place + 1}${extension}`
}
