/** Says why something could not be read, and what happens next. */
import type { Reach } from '../lib/reach.rules.ts'

interface Unread {
  /** The browser reports no network. */
  readonly offline: boolean
  readonly met: Reach | null
  /** An earlier reading is on the screen. */
  readonly kept: boolean
}

export function unreadWords({ offline, met, kept }: Unread): string {
  if (offline && kept) return 'This device has no network. What came since is read when it is back.'
  if (offline)
    return 'This device has no network, and this was not read in this tab before. It is read when you are back.'
  if (met === 'silent') return 'The server does not answer. Nothing is lost; it is tried again.'
  if (met === 'failing') return 'The server answered with an error. Nothing is lost; it is tried again.'
  return 'Nothing is lost. The server did not answer as it should.'
}
