/** F42: some phones ask now and then for no more texts, and later for texts again. */
import type { Random } from '@foyer/contracts/random.rules.ts'

/** The first one the carrier knows too and refuses by itself; from the others only the product keeps its texts back. */
const STOPS = ['STOP', 'Stop!', 'Opt out.'] as const
const START = 'START'
/** The carrier's times are whole seconds: of two words within one nobody could say which is the newer. */
const BETWEEN_MS = 3_000

/** What a text asks for, if it is one of ours. */
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
    /** What it says instead of something of its own; mostly nothing. */
    next(phone: string, mine: Random): string | null {
      if (!mayStop(phone) || !mine.chance(isStopped(phone) ? 0.3 : 0.15)) return null
      return isFree(phone) ? say(phone, mine) : null
    },
    /** Where it may say STOP now. */
    stop: (phone: string, mine: Random) => (isFree(phone) && !isStopped(phone) ? say(phone, mine) : null),
  }
}
