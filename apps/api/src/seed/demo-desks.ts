/** The desks of the demo's staff when it starts. */
import { type DeskState, IDLE_MINUTES } from '@foyer/contracts/board/desk.rules.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import { sql } from 'kysely'
import type { BaseServices } from '../services.ts'
import { DEMO_ORGANIZATIONS } from './demo-organizations.ts'

const MINUTE_MS = 60_000

interface DemoDesk {
  readonly userId: string
  readonly state: DeskState
  readonly sinceMinutes: number
  /** The end of a break. */
  readonly untilMinutes?: number
}

const DESKS: readonly DemoDesk[] = [
  { userId: 'usr_dana', state: 'on', sinceMinutes: 12 },
  { userId: 'usr_lena', state: 'call', sinceMinutes: 6 },
  { userId: 'usr_sam', state: 'break', sinceMinutes: 10, untilMinutes: 20 },
]

/** To a store that the demo has just filled. */
export async function addDemoDesks({ database, clock }: Pick<BaseServices, 'database' | 'clock'>): Promise<void> {
  const [organization] = DEMO_ORGANIZATIONS
  if (!organization) return
  const { id: organizationId, timezone } = organization
  const now = clock.now()
  const at = (minutes: number) => new Date(now.getTime() + minutes * MINUTE_MS)
  await database.write(organizationId, async (tx) => {
    for (const { userId, state, sinceMinutes, untilMinutes } of DESKS) {
      const until = untilMinutes === undefined ? null : at(untilMinutes)
      await sql`
        insert into desks (organization_id, user_id, state, since, until, day, due_at, version)
        values (${organizationId}, ${userId}, ${state}, ${at(-sinceMinutes)}, ${until}, ${dayIn(now, timezone)}::date,
          ${until ?? at(IDLE_MINUTES)}, 0)`.execute(tx)
    }
  })
}
