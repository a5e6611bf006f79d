/** When a patient's file is fetched again, when it is given up, and what the thread says then. */
import type { Backoff } from '../../workers/backoff.rules.ts'

const GIVE_UP_AFTER_MS = 24 * 60 * 60 * 1000
/** Right after the text the carrier may not have the file yet. */
const ABSENT_TRIES = 6
/** A day counts only with this many tries, so that neither an outage of this server nor a fast clock ends it. */
const GIVE_UP_TRIES = 6

/** 2 s, 4 s, … up to ten minutes. */
export const MEDIA_RETRIES: Backoff = { firstMs: 2000, mostMs: 10 * 60 * 1000 }

export function isGivenUp({ queuedAt, attempts }: { queuedAt: Date; attempts: number }, now: Date): boolean {
  return attempts >= GIVE_UP_TRIES && now.getTime() - queuedAt.getTime() > GIVE_UP_AFTER_MS
}

export function isGone(attempts: number): boolean {
  return attempts >= ABSENT_TRIES
}

/** The reasons that the thread shows for a missing file. */
export const NOT_HAD = {
  foreign: 'A file that came with this was not fetched: it does not lie with the carrier.',
  absent: 'A file that came with this could not be had: the carrier does not have it any more.',
  too_large: 'A file that came with this was not kept: it is larger than 10 MB.',
  late: 'A file that came with this could not be had: the carrier could not be reached for a day.',
  failing: 'A file that came with this was not kept: fetching or storing it went wrong for a day.',
} as const

/** The reason for a file that was fetched and then refused. */
export function notKept(why: string): string {
  return `A file that came with this was not kept: it ${why}`
}

/** A patient's phone gives no file names. The declared type only distinguishes text files. */
export function mediaName(place: number, contentType: string): string {
  const [room = ''] = contentType.split('/')
  const what = { image: 'picture', video: 'video', audio: 'recording' }[room] ?? 'file'
  const extension = { 'text/plain': '.txt', 'text/csv': '.csv' }[contentType] ?? ''
  return `${what}-${place + 1}${extension}`
}
