/** A fault, and the world that it breaks. */
import type { Random } from '@foyer/contracts/random.rules.ts'
import type { Ledger } from './ledger.ts'
import type { Screen } from './screen.ts'
import type { Staff } from './staff.ts'
import type { Subscriber } from './subscriber.ts'
import type { Traffic } from './traffic.ts'
import type { Watch } from './watch.ts'
import type { ChaosWorld } from './world.ts'

export interface Troubled {
  readonly world: ChaosWorld
  readonly random: Random
  readonly screens: readonly Screen[]
  /** One of them, of somebody who works in two clinics. */
  readonly both: Screen
  readonly subscribers: readonly Subscriber[]
  readonly staff: readonly Staff[]
  readonly traffic: Traffic
  readonly ledger: Ledger
  readonly watch: Watch
  readonly lasts: number
  /** Nothing else goes wrong meanwhile. */
  readonly isAlone: boolean
}

export interface Fault {
  readonly name: string
  readonly id: string
  /** Two faults of one target don't come together; of one that has several, with those of none of them. */
  readonly target: string
  /** The most that it may last; else what was drawn. */
  readonly mostMs?: number
  /** One API takes over from the other, and nothing is broken. */
  readonly isHandover?: boolean
  /** Begins, and gives what ends it; null where it could not: no rights, no tool, or nobody there to do it. */
  begin(at: Troubled): Promise<Heal | null>
}

type Heal = () => Promise<unknown> | unknown
