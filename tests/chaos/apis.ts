/** Where an API may run: one place in normal times, and one beside it that an upgrade goes into. */
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
    /** The one that runs; of two, the one of normal times. */
    running: () => (up()[0] ?? places[0]).process,
    /** Of those that run, each time in the other order: an edge gives its calls to one after the other. */
    ports(): number[] {
      asked += 1
      const ports = up().map(({ port }) => port)
      return asked % 2 === 0 ? ports : ports.reverse()
    },
  }
}
