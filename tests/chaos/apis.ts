/** The two ports on which an API may run: the usual one, and one that an upgrade starts beside it. */
import type { WorldProcess } from './process.ts'

interface Place {
  readonly process: WorldProcess
  readonly port: number
}

export function createApis(places: readonly [Place, Place]) {
  let asked = 0
  const up = () => places.filter(({ process }) => process.isUp())
  return {
    both: [places[0].process, places[1].process] as const,
    /** The running API; of two, the usual one. */
    running: () => (up()[0] ?? places[0]).process,
    /** The ports of the running APIs. Their order alternates, as an edge balances calls. */
    ports(): number[] {
      asked += 1
      const ports = up().map(({ port }) => port)
      return asked % 2 === 0 ? ports : ports.reverse()
    },
  }
}
