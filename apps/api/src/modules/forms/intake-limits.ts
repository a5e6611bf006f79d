/** How many forms a network, a form and an organization may send. From half of that on, the pages prove work. */
import { networkOf } from '../../http/client-network.rules.ts'
import type { Services } from '../../services.ts'
import { digestOf } from './form-token.ts'
import { countUses, readUses } from './intake.store.ts'

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

export interface Sending {
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
  return windows.some(({ key, most }) => (used.get(key) ?? 0) + 1 > most / 2)
}

/** Counts a form. Seconds until the next one may be sent; null if this one may. A network that is refused counts for no form. */
export async function overLimit(
  { database, clock }: Parts,
  { isHeld, ...sending }: Sending & { readonly isHeld: boolean },
): Promise<number | null> {
  const now = clock.now()
  const count = async (names: readonly Name[]) => {
    const given = windowsOf(names, sending)
    const counted = await database.systemStatement((queries) => countUses(queries, given, now))
    const over = given.flatMap(({ key, most }) => {
      const found = counted.get(key)
      return found && found.uses > most ? [found.until.getTime() - now.getTime()] : []
    })
    return over.length === 0 ? null : Math.max(1, Math.ceil(Math.max(...over) / 1000))
  }
  return (await count(['network'])) ?? (await count(isHeld ? ['held'] : ['form', 'organization']))
}
