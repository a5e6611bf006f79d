/** What is explored: how it begins, and how often each thing may happen, in any order. */

import type { Budget } from './state.ts'
import type { Scenario } from './world.ts'

const live = (budget: Budget, more: Partial<Scenario> = {}): Scenario => {
  return { relays: 1, ringEvents: 10, begins: 'live', budget, ...more }
}
const withThread = { begins: 'liveWithThread' } as const

/** A few thousand states each: seconds in all. */
export const scenarios: Record<string, Scenario> = {
  'a tab begins while things change': live({ change: 2 }, { begins: 'atOnce' }),
  'two relays, of which one lags, and two cuts': live({ change: 2, cut: 2 }, { relays: 2 }),
  'three changes and a cut, at a relay that keeps two': live({ change: 3, cut: 1 }, { ringEvents: 2 }),
  'a backup is restored around a cut': live({ change: 1, cut: 1, restore: 1 }),
  'a backup is restored under an open conversation': live({ restore: 1, elsewhere: 1 }, withThread),
  'messages here and elsewhere, and a cut': live({ message: 2, elsewhere: 1, cut: 1 }, withThread),
  'a conversation is opened, closed, and opened again': live({ message: 1, open: 2, close: 1 }),
  'to another organization while both change': live({ change: 1, appendB: 1, switch: 1 }),
  'a connection that hangs, and a tab that is looked at again': live({ change: 1, hang: 1, return: 1 }),
  'a relay that is not sure, or not available': live({ change: 1, doubt: 1, refuse: 1, cut: 1 }),
  'a relay starts anew that keeps one event': live(
    { message: 1, change: 1, restart: 1 },
    { ringEvents: 1, ...withThread },
  ),
  'the feed forgets, and a call fails': live({ message: 1, evict: 1, fail: 1 }, withThread),
}

/** Hundreds of thousands of states each: minutes. */
export const deepScenarios: Record<string, Scenario> = {
  'three changes, two cuts, a restored backup': live({ change: 3, cut: 2, restore: 1 }),
  'two relays: changes, cuts, a restored backup': live({ change: 2, cut: 2, restore: 1 }, { relays: 2 }),
  'a backup is restored under messages': live({ message: 2, restore: 1, cut: 1 }, withThread),
  'messages, openings and cuts': live({ message: 2, open: 2, close: 1, cut: 1 }),
  'there and back': live({ message: 1, open: 1, switch: 2, cut: 1 }),
  'a relay that forgets, an API that forgets, calls that fail': live(
    { message: 2, evict: 1, restart: 1, fail: 1 },
    { relays: 2, ringEvents: 1, ...withThread },
  ),
  'doubts, refusals, silence': live({ change: 2, doubt: 1, refuse: 2, hang: 1, return: 1 }),
}
