/** Finds the account at Google to connect, among those that a consent opens. */
import type { GoogleGateway } from '../../gateways/google.ts'
import type { Answered, Consent } from '../../gateways/google-http.ts'
import type { GoogleLocation } from '../../gateways/google-wire.ts'
import { locationIdOf } from './locations.store.ts'

interface FoundAccount {
  readonly account: string
  readonly locations: readonly GoogleLocation[]
}

interface Connected {
  readonly account: string | null
  /** The ids of the locations of the account that is connected, or was until it was disconnected. */
  readonly locations: ReadonlySet<string>
}

/**
 * The account that is connected already, else the one that has locations. Among several it is the one that has locations of the
 * account that was connected last; otherwise nobody chooses for the clinic.
 */
export async function findAccount(
  gateway: Pick<GoogleGateway, 'accounts' | 'locations'>,
  consent: Consent,
  connected: Connected,
): Promise<FoundAccount | 'no_locations' | 'several_accounts' | 'unanswered'> {
  const accounts = await gateway.accounts(consent)
  if (!isAnswer(accounts)) return 'unanswered'
  if (accounts.outcome !== 'ok') return 'no_locations'
  const found: FoundAccount[] = []
  let isAnswered = true
  for (const account of accounts.value) {
    const answer = await gateway.locations(consent, account)
    if (!isAnswer(answer)) isAnswered = false
    if (answer.outcome === 'ok' && answer.value.length > 0) found.push({ account, locations: answer.value })
  }
  const same = found.find(({ account }) => account === connected.account)
  if (same) return same
  if (!isAnswered) return 'unanswered'
  const [one, other] = found
  if (!other) return one ?? 'no_locations'
  const [fits, another] = found.filter(({ locations }) =>
    locations.some(({ name }) => connected.locations.has(locationIdOf(name))),
  )
  return fits && !another ? fits : 'several_accounts'
}

function isAnswer({ outcome }: Pick<Answered<unknown>, 'outcome'>): boolean {
  return outcome !== 'busy' && outcome !== 'unknown'
}
