/** A fault, and the world that it acts on. */
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
  /** One of the screens; its user works in two clinics. */
  readonly both: Screen
  readonly subscribers: readonly Subscriber[]
  readonly staff: readonly Staff[]
  readonly traffic: Traffic
  readonly ledger: Ledger
  readonly watch: Watch
  readonly lasts: number
  /** No other fault is active meanwhile. */
  readonly isAlone: boolean
}

export interface Fault {
  readonly name: string
  readonly id: string
  /** Two faults with a common target are not injected together; a fault may have several, separated by commas. */
  readonly target: string
  /** The longest time that it may last; without it, the drawn time. */
  readonly mostMs?: number
  /** One API takes over from the other, and nothing is broken. */
  readonly isHandover?: boolean
  /** Begins the fault and returns what heals it; null if it could not begin, for lack of rights, a tool or a target. */
  begin(at: Troubled): Promise<Heal | null>
}

type Heal = () => Promise<unknown> | unknown
