/** The scenarios: how each begins, and how often each fault or change may happen, in any order. */

import type { Budget } from './state.ts'
import type { Scenario } from './world.ts'

const live = (budget: Budget, more: Partial<Scenario> = {}): Scenario => {
  return { relays: 1, ringEvents: 10, begins: 'live', budget, ...more }
}
const withThread = { begins: 'liveWithThread' } as const

/** A few thousand states each, which takes seconds in all. */
export const scenarios: Record<string, Scenario> = {
  'a tab starts during changes': live({ change: 2 }, { begins: 'atOnce' }),
  'the tab is cut twice between two relays, one of which lags': live({ change: 2, cut: 2 }, { relays: 2 }),
  'three changes and a cut meet a relay that keeps two events': live({ change: 3, cut: 1 }, { ringEvents: 2 }),
  'a backup is restored around a cut': live({ change: 1, cut: 1, restore: 1 }),
  'a backup is restored under an open conversation': live({ restore: 1, elsewhere: 1 }, withThread),
  'messages arrive here and elsewhere around a cut': live({ message: 2, elsewhere: 1, cut: 1 }, withThread),
  'a conversation is opened, closed, and opened again': live({ message: 1, open: 2, close: 1 }),
  'the tab switches to another organization during changes of both': live({ change: 1, appendB: 1, switch: 1 }),
  'the connection hangs and the tab becomes visible again': live({ change: 1, hang: 1, return: 1 }),
  'a relay is not sure or not available': live({ change: 1, doubt: 1, refuse: 1, cut: 1 }),
  'a relay that keeps one event restarts': live(
    { message: 1, change: 1, restart: 1 },
    { ringEvents: 1, ...withThread },
  ),
  'the feed drops its events and a call fails': live({ message: 1, evict: 1, fail: 1 }, withThread),
}

/** Hundreds of thousands of states each, which takes minutes. */
export const deepScenarios: Record<string, Scenario> = {
  'three changes, two cuts and a restored backup happen': live({ change: 3, cut: 2, restore: 1 }),
  'changes, cuts and a restored backup meet two relays': live({ change: 2, cut: 2, restore: 1 }, { relays: 2 }),
  'a backup is restored under messages': live({ message: 2, restore: 1, cut: 1 }, withThread),
  'messages, openings and cuts happen': live({ message: 2, open: 2, close: 1, cut: 1 }),
  'the tab switches to another organization and back': live({ message: 1, open: 1, switch: 2, cut: 1 }),
  'a relay and the API drop events and calls fail': live(
    { message: 2, evict: 1, restart: 1, fail: 1 },
    { relays: 2, ringEvents: 1, ...withThread },
  ),
  'a relay doubts, refuses and is silent': live({ change: 2, doubt: 1, refuse: 2, hang: 1, return: 1 }),
}
