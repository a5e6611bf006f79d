/** How many forms a network, a form and an organization may send. From half of that on, the pages prove work. */
import { networkOf } from '../../http/client-network.rules.ts'
import type { Services } from '../../services.ts'
import { digestOf } from './form-token.ts'
import { countUses, readUses, type Uses } from './intake.store.ts'

const MINUTE_MS = 60_000

/** [SEC-06] The limits hold for all processes together. */
const LIMITS = {
  network: { most: 5, ms: 10 * MINUTE_MS },
  form: { most: 60, ms: 60 * MINUTE_MS },
  organization: { most: 300, ms: 60 * MINUTE_MS },
  /** The submissions of an organization that are held are counted apart: robots use up nothing of the patients. */
  held: { most: 300, ms: 60 * MINUTE_MS },
} as const

type Name = keyof typeof LIMITS
type Parts = Pick<Services, 'database' | 'clock'>

interface Sending {
  readonly organizationId: string
  readonly formId: string
  /** The address of the client. */
  readonly address: string
}

const windowsOf = (names: readonly Name[], { organizationId, formId, address }: Sending) =>
  names.map((name) => {
    const what = { network: networkOf(address), form: formId, organization: organizationId, held: organizationId }[name]
    return { ...LIMITS[name], key: digestOf('form use', name, what) }
  })

/** Whether the next form would be beyond half of a limit. */
export async function isBusy({ database, clock }: Parts, sending: Sending): Promise<boolean> {
  const windows = windowsOf(['network', 'form', 'organization'], sending)
  const keys = windows.map(({ key }) => key)
  const used = await database.systemStatement((queries) => readUses(queries, keys, clock.now()))
  return windows.some(({ key, most }) => (used.get(key)?.uses ?? 0) + 1 > most / 2)
}

interface Counted {
  /** Seconds until the next one may be sent; null if this one may. */
  readonly retryAfterS: number | null
  readonly isBusy: boolean
}

/** Counts a form for its network, which may be beyond its limit, and reads whether this form is beyond half of one. */
export async function countForNetwork({ database, clock }: Parts, sending: Sending): Promise<Counted> {
  const now = clock.now()
  const network = windowsOf(['network'], sending)
  const others = windowsOf(['form', 'organization'], sending)
  const used = await database.systemStatement((queries) =>
    countUses(queries, network, { now, alsoRead: others.map(({ key }) => key) }),
  )
  const uses = (key: string) => used.get(key)?.uses ?? 0
  return {
    retryAfterS: waitOf(network, used, now),
    isBusy:
      network.some(({ key, most }) => uses(key) > most / 2) || others.some(({ key, most }) => uses(key) + 1 > most / 2),
  }
}

/** Counts a form of a network that may send it. A held one is counted apart. */
export async function countForForm(
  { database, clock }: Parts,
  { isHeld, ...sending }: Sending & { readonly isHeld: boolean },
): Promise<number | null> {
  const now = clock.now()
  const windows = windowsOf(isHeld ? ['held'] : ['form', 'organization'], sending)
  return waitOf(windows, await database.systemStatement((queries) => countUses(queries, windows, { now })), now)
}

/** Seconds until none of the windows is beyond its limit; null if none is. */
function waitOf(windows: ReturnType<typeof windowsOf>, used: ReadonlyMap<string, Uses>, now: Date): number | null {
  const over = windows.flatMap(({ key, most }) => {
    const found = used.get(key)
    return found && found.uses > most ? [found.until.getTime() - now.getTime()] : []
  })
  return over.length === 0 ? null : Math.max(1, Math.ceil(Math.max(...over) / 1000))
}
