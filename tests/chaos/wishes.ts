/** F42: some phones sometimes say STOP, and later START. */
import type { Random } from '@foyer/contracts/random.rules.ts'

/** The carrier recognizes the first one too and refuses texts by itself; the others only the product recognizes. */
const STOPS = ['STOP', 'Stop!', 'Opt out.'] as const
const START = 'START'
/** The carrier's times are whole seconds, so keywords of one phone must be further apart to have an order. */
const BETWEEN_MS = 3_000

/** True for a STOP, false for START, null for any other text. */
export function isStop(body: string): boolean | null {
  if (body === START) return false
  return STOPS.some((word) => word === body) ? true : null
}

export const mayStop = (phone: string) => Number(phone.slice(-4)) % 4 === 3

export function createWishes() {
  const said = new Map<string, { readonly isStopped: boolean; readonly at: number }>()
  const isFree = (phone: string) =>
    mayStop(phone) && performance.now() - (said.get(phone)?.at ?? -BETWEEN_MS) >= BETWEEN_MS
  const isStopped = (phone: string) => said.get(phone)?.isStopped ?? false

  function say(phone: string, mine: Random): string {
    const word = isStopped(phone) ? START : mine.pick(STOPS)
    said.set(phone, { isStopped: !isStopped(phone), at: performance.now() })
    return word
  }

  return {
    /** A keyword for the phone to send now; mostly null. */
    next(phone: string, mine: Random): string | null {
      if (!mayStop(phone) || !mine.chance(isStopped(phone) ? 0.3 : 0.15)) return null
      return isFree(phone) ? say(phone, mine) : null
    },
    /** A STOP if the phone may say it now; otherwise null. */
    stop: (phone: string, mine: Random) => (isFree(phone) && !isStopped(phone) ? say(phone, mine) : null),
  }
}
