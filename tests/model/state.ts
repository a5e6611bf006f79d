/** The state of the explored world: API, relays, the connection and a tab. */
import type { Api, Kind, Org } from './api-log.ts'
import type { FromRelay, Relay, ToRelay } from './relay.ts'
import type { Tab } from './tab.ts'

/** How often each fault or change may still happen; 0 for those that are left out. */
export type Budget = Readonly<Partial<Record<Fault | Kind, number>>>
type Fault =
  | 'cut'
  | 'hang'
  | 'restart'
  | 'restore'
  | 'evict'
  | 'refuse'
  | 'fail'
  | 'doubt'
  | 'switch'
  | 'open'
  | 'close'
  | 'return'
  | 'appendB'

export interface Kept<Value> {
  readonly id: number
  readonly value: Value
}

export interface Read {
  readonly org: Org
  readonly withConversation: boolean
  /** The head of the log that the API read at; null before it read. */
  readonly head: { readonly epoch: string; readonly head: number } | null
}

export interface Wire {
  readonly relay: number
  readonly isOpen: boolean
  readonly isHung: boolean
  readonly up: readonly ToRelay[]
  readonly down: readonly FromRelay[]
}

export interface State {
  readonly api: Kept<Api>
  readonly relays: readonly Kept<Relay>[]
  readonly wire: Wire | null
  readonly tab: Kept<Tab>
  readonly reads: { readonly list: Read | null; readonly thread: Read | null }
  readonly left: Budget
}
