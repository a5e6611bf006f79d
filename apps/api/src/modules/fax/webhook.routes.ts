/** The callbacks of the fax service. They are hints: what they say is not read, but the fax is read at the service. */
import { faxWebhook } from '@foyer/contracts/fax/fax-calls.ts'
import { type Route, route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { noteHint } from './fax-queue.store.ts'

/** A forged hint costs a look-up at the service, so their number has a limit. Without a hint the fax is read a little later. */
const HINTS_A_MINUTE = 60
const MINUTE_MS = 60_000

export function webhookRoutes({ database, clock }: Services): Route[] {
  let taken: number[] = []
  const mayLook = () => {
    const now = clock.now().getTime()
    taken = taken.filter((at) => at > now - MINUTE_MS)
    if (taken.length >= HINTS_A_MINUTE) return false
    taken.push(now)
    return true
  }
  return [
    route(faxWebhook, async ({ query }) => {
      const { fax: faxId, attempt } = query
      if (faxId !== undefined && attempt !== undefined && mayLook())
        await database.systemStatement((queries) => noteHint(queries, { faxId, attempt }))
      return { code: 'ok' as const, data: {} }
    }),
  ]
}
