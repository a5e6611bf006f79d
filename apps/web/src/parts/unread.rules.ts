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
  if (offline && kept) return 'This device has no network. What you missed loads when it’s back.'
  if (offline)
    return 'This device has no network, and this hasn’t been loaded in this tab yet. It loads when you’re back.'
  if (met === 'silent') return 'The server does not answer. Nothing is lost; Foyer keeps trying.'
  if (met === 'failing') return 'The server answered with an error. Nothing is lost; Foyer keeps trying.'
  return 'Nothing is lost. The server did not answer as it should.'
}
