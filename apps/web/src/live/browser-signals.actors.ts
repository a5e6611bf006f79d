/**
 * Reports the moments after which the screen may be out of date: the network comes back, the tab becomes visible, the
 * browser restores the page from its cache, or the machine wakes from sleep. A sleeping machine stops its timers, so a
 * timer that fires late reveals the sleep.
 */
import { LIVE } from '@foyer/contracts/live.rules.ts'
import { fromCallback } from 'xstate'
import { every } from '../lib/clock.ts'
import type { FromBrowser } from './live-messages.ts'

const TICK_MS = 5_000

export interface BrowserDependencies {
  window: Window
  /** Milliseconds from a clock that keeps running while the machine sleeps. */
  now: () => number
  /** The interval of the timer that detects sleep. */
  tickMs?: number
}

export function createBrowserSignals({ window, now, tickMs = TICK_MS }: BrowserDependencies) {
  return fromCallback(({ sendBack }) => {
    const { document } = window
    const tell = (event: FromBrowser) => sendBack(event)
    const online = () => tell({ type: 'browser.online' })
    const offline = () => tell({ type: 'browser.offline' })
    const returned = () => tell({ type: 'browser.returned' })
    const visible = () => document.visibilityState === 'visible' && returned()
    const shown = (event: PageTransitionEvent) => event.persisted && returned()

    let due = now() + tickMs
    const stop = every(tickMs, () => {
      const late = now() - due
      due = now() + tickMs
      if (late >= LIVE.sleptMs) returned()
    })

    window.addEventListener('online', online)
    window.addEventListener('offline', offline)
    window.addEventListener('pageshow', shown)
    document.addEventListener('visibilitychange', visible)
    return () => {
      stop()
      window.removeEventListener('online', online)
      window.removeEventListener('offline', offline)
      window.removeEventListener('pageshow', shown)
      document.removeEventListener('visibilitychange', visible)
    }
  })
}
