/** Kills the API and starts it again at once, without its leases. */
import type { Day } from './rounds.ts'

/** The queues whose work a killed API may have begun. */
const LEASED = [
  ...(['outbound_texts', 'campaigns', 'campaign_news', 'automation_cursors', 'automation_runs'] as const),
  ...(['automation_clocks', 'chatbot_sessions'] as const),
]

/** No process is left that has a lease, so nobody waits for its end. */
export async function killApi({ world: { api, store }, ledger }: Day, during: string): Promise<void> {
  ledger.count(`fault of ${during}: kill -9 the api`)
  await api.kill()
  for (const table of LEASED)
    await store.ask(`update ${table} set leased_until = now() - interval '1 second' where leased_until is not null`)
  await api.start()
}
